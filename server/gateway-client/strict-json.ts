/** Text that is not JSON, or JSON that two readers could read differently. */
export class LooseJson extends Error {
  override readonly name = 'LooseJson'
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g
const poison = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads JSON and refuses what parsers disagree about: a name given twice in one object, the names of a prototype,
 * nesting deeper than `depth`. Throws {@link LooseJson}, whose message quotes nothing of the text.
 */
export function readStrictly(text: string, depth = 32): unknown {
  const value = parse(text)
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined)
    if (open.length > depth) throw new LooseJson('The JSON is nested too deeply')
    if (token === '}' || token === ']') open.pop()
    if (token === ':') claim(open.at(-1)!, JSON.parse(last) as string)
    last = token
  }
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LooseJson('The text is not JSON')
  }
}

function claim(names: Set<string>, name: string): void {
  if (names.has(name)) throw new LooseJson('The JSON gives a name twice')
  if (poison.has(name)) throw new LooseJson('The JSON gives a name that no field may have')
  names.add(name)
}
