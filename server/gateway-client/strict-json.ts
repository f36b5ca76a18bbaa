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
  check(value, depth)
  // `JSON.parse` keeps only one of two equal names.
  if (givesTwice(text, { root: text, memberOf: () => text, counts: () => true }))
    throw new LooseJson('The JSON gives a name twice')
  return value
}

/** Which names of a text matter: where a name leads to from a place, and whether what is there counts. */
interface Places<Place> {
  readonly root: Place
  memberOf(place: Place, name: string): Place | undefined
  counts(place: Place): boolean
}

/**
 * Whether a JSON text gives a name that counts twice in one object, of which `JSON.parse` keeps the last. An object in a
 * list has the place of the list. Takes time and memory in proportion to the length, however deep the text is nested,
 * since no path is put together.
 */
export function givesTwice<Place>(text: string, { root, memberOf, counts }: Places<Place>): boolean {
  const open = [{ place: undefined as Place | undefined, names: new Set<string>(), member: root as Place | undefined }]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const object = open.at(-1)!
    if (character === '{') open.push({ place: object.member, names: new Set(), member: undefined })
    if (character === '}') open.pop()
    if (character !== '"') continue
    const end = endOf(text, at)
    if (object.place !== undefined && text[afterBlanks(text, end + 1)] === ':') {
      const written = text.slice(at + 1, end)
      const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
      object.member = memberOf(object.place, name)
      if (object.member !== undefined && object.names.has(name) && counts(object.member)) return true
      object.names.add(name)
    }
    at = end
  }
  return false
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LooseJson('The text is not JSON')
  }
}

function check(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (!depth) throw new LooseJson('The JSON is nested too deeply')
  if (!Array.isArray(value) && Object.keys(value).some((name) => poison.has(name)))
    throw new LooseJson('The JSON gives a name that no field may have')
  for (const inner of Object.values(value)) check(inner, depth - 1)
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
