/** A line of the document, with what it stands in. */
export interface Line {
  readonly at: number
  readonly text: string
  /** The number of the section. */
  readonly section: string
  /** The heading of the section, or the bold line inside it, that the line belongs to. */
  readonly heading: string
  /** How deep the bullet is; -1 is no bullet. */
  readonly depth: number
}

const headingOf = (text: string): readonly [section: string, title: string] | undefined => {
  const [, number, title] = /^#{2,4} (\d+(?:\.\d+)?)\.? (.*)/.exec(text) ?? []
  return number === undefined ? undefined : [number, title!]
}

/** The lines of a document that are neither empty nor headings. */
export function linesOf(document: string): readonly Line[] {
  let [section, heading] = ['', '']
  return document.split('\n').flatMap((text, index) => {
    const found = headingOf(text)
    if (found) [section, heading] = found
    else if (text.startsWith('#')) heading = text.replace(/^#+ /, '')
    const [, bold, rest] = /^\*\*([^*]+)\*\*(.*)/.exec(text) ?? []
    if (bold !== undefined) heading = bold
    const content = bold === undefined ? text : `- ${bold}${rest}`
    if (!text.trim() || text.startsWith('#') || (bold !== undefined && !rest)) return []
    const [, indent, inner] = /^( *)(?:-|\d+\.) (.*)/.exec(content) ?? []
    const depth = bold !== undefined ? -1 : indent === undefined ? -1 : Math.round(indent.length / 2.5)
    return [{ at: index + 1, text: (inner ?? content).replaceAll('`', ''), section, heading, depth }]
  })
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of a table among the lines, by the names of its columns. */
export function tableRows(
  lines: readonly Line[],
): readonly { readonly at: number; readonly cells: Record<string, string> }[] {
  const rows = lines.filter(({ text }) => text.startsWith('|'))
  const [head, , ...body] = rows
  if (!head) return []
  const names = cellsOf(head.text)
  return body.map(({ at, text }) => ({
    at,
    cells: Object.fromEntries(cellsOf(text).map((cell, column) => [names[column] ?? '', cell])),
  }))
}
