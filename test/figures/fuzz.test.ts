import { expect, test } from 'vitest'
import { measure as measureFuzz } from '../../scripts/figures/fuzz.ts'
import { measure as measureSmuggling } from '../../scripts/figures/smuggling.ts'

/** The reported lines are findings; anything else is in the figures. */
async function missed(measure: typeof measureFuzz): Promise<readonly unknown[]> {
  const lines: string[] = []
  const figures = await measure('small', (line) => lines.push(line))
  return [...lines, ...figures.filter(({ isMet }) => !isMet)]
}

test('requests, bytes and answers that are wicked', async () => {
  expect(await missed(measureFuzz)).toEqual([])
})

test('smuggling probes and content types', async () => {
  expect(await missed(measureSmuggling)).toEqual([])
})
