import { expect, test } from 'vitest'
import { measure } from '../../scripts/figures/supply.ts'

/** Encrypting the card needs more than one library; the table shows these figures as missed. */
const missed = [/^libraries in the card frame$/, /^libraries in the element$/]

test('the figures of supply are met, but for two that are reported as missed', async () => {
  const figures = await measure('small', () => {})
  expect(figures.length).toBe(6)
  expect(figures.filter(({ isMet }) => !isMet).map(({ name }) => name)).toEqual(
    missed.map((name) => expect.stringMatching(name)),
  )
  for (const { measured, target } of figures) expect(measured && target).toBeTruthy()
})
