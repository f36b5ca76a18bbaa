/** What is compared of a picture: its size, its parts, and how much stands where. */
export interface Fingerprint {
  readonly width: number
  readonly height: number
  /** The visible parts in the order of the document, such as `label input p.hint`. */
  readonly parts: string
  /** For each cell of the picture, a row a line, how much in it differs from the background: `0` to `f`. */
  readonly cells: readonly string[]
}

/** The side of a cell, CSS pixels: about a line of text. */
export const CELL = 24

/** The tolerance, for fonts of another width and for other anti-aliasing. */
export const tolerance = {
  /** Levels of 15 by which a cell may differ from the nearest of the cells around its place. */
  levels: 4,
  /** The share of the cells that may differ by more. */
  cells: 0.02,
  /** CSS pixels by which the height may differ: that of two lines. */
  height: 48,
} as const

/** What differs between a picture and the approved one; nothing where they look the same. */
export function differences(seen: Fingerprint, approved: Fingerprint): string[] {
  const found: string[] = []
  if (seen.width !== approved.width) found.push(`it is ${seen.width} px wide, not ${approved.width}`)
  if (Math.abs(seen.height - approved.height) > tolerance.height)
    found.push(`it is ${seen.height} px high, not ${approved.height}`)
  if (seen.parts !== approved.parts) found.push(`its parts are "${seen.parts}", not "${approved.parts}"`)
  const share = Math.max(changed(seen, approved), changed(approved, seen))
  if (share > tolerance.cells) found.push(`${Math.round(share * 100)} % of it looks different`)
  return found
}

const level = (cell: string | undefined): number => Number.parseInt(cell ?? '0', 16)

/** The share of the cells of one picture that have nothing like them near their place in the other. */
function changed({ cells }: Fingerprint, other: Fingerprint): number {
  const near = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right] as const))
  const isLike = (row: number, column: number, own: number): boolean =>
    near.some(([down, right]) => Math.abs(level(other.cells[row + down]?.[column + right]) - own) <= tolerance.levels)
  const all = cells.flatMap((line, row) => [...line].map((cell, column) => isLike(row, column, level(cell))))
  return all.filter((like) => !like).length / all.length
}

/** As one line of text, for the file of the approved ones: its name, size and parts, and its rows of cells. */
export const written = (name: string, { width, height, parts, cells }: Fingerprint): string =>
  `${[name, `${width}x${height}`, parts, cells.join(' ')].join('\t')}\n`

/** The fingerprints of a file, by name. */
export function readAll(text: string): ReadonlyMap<string, Fingerprint> {
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', size = '', parts = '', cells = ''] = line.split('\t')
        const [width, height] = size.split('x').map(Number)
        return [name, { width: width!, height: height!, parts, cells: cells.split(' ') }]
      }),
  )
}
