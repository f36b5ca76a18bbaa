import { expect, test } from 'vitest'
import { families, readers } from './linear-readers.ts'

/** One long text, and the parts of the same length together that it is compared with. */
const [LONG, PARTS] = [128 * 1024, 16]

/** What takes the square of the length takes sixteen times as long for the long text as for its parts; the rest, as long. */
const STEEP = 6

/** A reader that is interrupted takes longer: only what is steep in all measurements is. */
const MEASUREMENTS = 6

test.each(Object.entries(readers))('a %s takes no more than in proportion to its length', (_, read) => {
  const steep = Object.entries(families).flatMap(([family, textOf]) => {
    const [long, part] = [textOf(LONG), textOf(LONG / PARTS)]
    const least = Math.min(...measured(() => timeOf(read, long) / timeOf(read, ...Array<string>(PARTS).fill(part))))
    return least < STEEP ? [] : [`${family}: ${least.toFixed(1)}`]
  })
  expect(steep).toEqual([])
})

/** Measures until one measurement is not steep. */
function* measured(ratio: () => number): Generator<number> {
  for (let at = 0, last = STEEP; at < MEASUREMENTS && last >= STEEP; at++) yield (last = ratio())
}

function timeOf(read: (text: string) => unknown, ...texts: readonly string[]): number {
  const begun = performance.now()
  for (const text of texts)
    try {
      read(text)
    } catch {
      // It is refused.
    }
  return performance.now() - begun
}
