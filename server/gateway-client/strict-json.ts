/** Text that is not JSON, or JSON that two parsers could read differently. */
export class LooseJson extends Error {
  override readonly name = 'LooseJson'
}

/** The names of a prototype, and of the methods that convert an object to a number or a string. */
const poison = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf'])

/**
 * Parses JSON and rejects what parsers disagree about: a duplicate name in one object, the names of a prototype,
 * nesting deeper than `depth`. Throws {@link LooseJson}, whose message quotes nothing of the text.
 */
export function readStrictly(text: string, depth = 32): unknown {
  const value = parse(text)
  // `JSON.parse` keeps only one of two equal names.
  if (namesIn(value, depth) !== namesWritten(text)) throw new LooseJson('The JSON gives a name twice')
  return value
}

/**
 * The dotted paths of the names that a JSON text gives twice in one object, of which `JSON.parse` keeps the last. An
 * object in a list has the path of the list.
 */
export function namesGivenTwice(text: string, value: unknown): ReadonlySet<string> {
  const twice = new Set<string>()
  if (memberCount(value, 32) === namesWritten(text)) return twice
  const open: { readonly path: string; readonly names: Set<string>; member: string }[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push({ path: open.at(-1)?.member ?? '', names: new Set(), member: '' })
    if (character === '}') open.pop()
    if (character !== '"') continue
    const end = endOf(text, at)
    if (text[afterBlanks(text, end + 1)] === ':') {
      const object = open.at(-1)!
      const name = JSON.parse(text.slice(at, end + 1)) as string
      object.member = object.path ? `${object.path}.${name}` : name
      if (object.names.has(name)) twice.add(object.member)
      object.names.add(name)
    }
    at = end
  }
  return twice
}

/** Number of names in all objects of a value; NaN where it is nested deeper than `depth`. */
function memberCount(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (!depth) return Number.NaN
  let count = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) count += memberCount(inner, depth - 1)
  return count
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LooseJson('The text is not JSON')
  }
}

/** Number of names in all objects of a value. */
function namesIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (!depth) throw new LooseJson('The JSON is nested too deeply')
  let count = 0
  if (Array.isArray(value)) {
    for (const inner of value) count += namesIn(inner, depth - 1)
    return count
  }
  for (const name of Object.keys(value)) {
    if (poison.has(name)) throw new LooseJson('The JSON gives a name that no field may have')
    count += 1 + namesIn((value as Record<string, unknown>)[name], depth - 1)
  }
  return count
}

/** Number of names in a JSON text: its strings that are followed by a colon. */
function namesWritten(text: string): number {
  let count = 0
  for (let open = text.indexOf('"'); open >= 0;) {
    const next = afterBlanks(text, endOf(text, open) + 1)
    if (text[next] === ':') count++
    open = text.indexOf('"', next)
  }
  return count
}

/** Index of the first character that is no blank. */
function afterBlanks(text: string, from: number): number {
  let next = from
  while (text[next]! <= ' ') next++
  return next
}

/** Index of the closing quote of the string that starts at `open`. */
function endOf(text: string, open: number): number {
  let end = text.indexOf('"', open + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
