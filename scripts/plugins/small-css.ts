import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/** A style sheet, or a part of one, without comments and the spaces that only people read. */
export const smallCss = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(/;\}/g, '}')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly quasis?: readonly Node[]
}

/** The parts of the template literals of a program. */
function templatesIn(node: unknown, found: (readonly Node[])[] = []): readonly (readonly Node[])[] {
  if (typeof node !== 'object' || node === null) return found
  const { type, quasis } = node as Node
  if (type === 'TemplateLiteral') found.push(quasis!)
  for (const part of Object.values(node)) templatesIn(part, found)
  return found
}

/** Template literals of several lines are style sheets, unless they have markup. */
const isSheet = (text: string): boolean => /\n/.test(text) && /\{[^]*:[^]*\}/.test(text) && !text.includes('<')

/** Makes the style sheets in the scripts of browsers smaller. */
export const smallSheets = (): Plugin => ({
  name: 'small-sheets',
  applyToEnvironment: ({ name }) => name === 'cdn' || name === 'card',
  renderChunk(code) {
    const sheets = templatesIn(parseAst(code)).filter((parts) =>
      isSheet(parts.map(({ start, end }) => code.slice(start, end)).join('')),
    )
    const parts = sheets.flat().toSorted((one, other) => other.start - one.start)
    const small = parts.reduce(
      (rest, { start, end }) => rest.slice(0, start) + smallCss(rest.slice(start, end)) + rest.slice(end),
      code,
    )
    return { code: small, map: null }
  },
})
