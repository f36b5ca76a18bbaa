import { captionOf, cellsOf, type Comparison } from '../documents/benchmarks.ts'

/** A comparison as lines of text, its columns lined up. */
export function linesOf(comparison: Comparison): readonly string[] {
  const cells = cellsOf(comparison)
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  const line = (of: readonly string[]): string =>
    of.map((text, at) => (at ? text.padStart(widths[at]!) : text.padEnd(widths[at]!))).join('  ')
  const [head, ...rows] = cells.map(line)
  return [head!, widths.map((width) => '-'.repeat(width)).join('  '), ...rows, captionOf(comparison)]
}
