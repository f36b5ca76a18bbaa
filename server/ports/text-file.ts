import { readFileSync } from 'node:fs'

/** The encodings that a byte order mark at the beginning of a file names, beside UTF-8. */
const marks: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** The text of a file that a person wrote. Editors on Windows begin it with a byte order mark, which is left out. */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path)
  return new TextDecoder(marks.get(bytes.toString('hex', 0, 2)) ?? 'utf-8').decode(bytes)
}
