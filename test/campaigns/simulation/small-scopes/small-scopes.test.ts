import { afterAll, expect, test } from 'vitest'
import { mutants } from '../mutants/mutants.ts'
import { story } from '../shrink.ts'
import { openStack } from '../stack.ts'
import { caughtIn, joined, totalOf } from './all-scopes.ts'
import { choicesOf, explore, type ScopeTotals } from './explore.ts'
import { scopes, type Scope } from './scopes.ts'
import { startsOf } from './starts.ts'

const stack = await openStack()
afterAll(() => stack.close())

const scopeNamed = (name: string): Scope => scopes.find((one) => one.name === name)!

/** The smallest of the scopes with one fault, but one. */
const single = scopeNamed('a charge of a stored card')

test('one fault: each fault of each point is played, and breaks no rule', async () => {
  const [start, ...more] = await startsOf(stack, single)
  expect(more).toEqual([])
  const { plan, servedBy } = start!
  const { points } = await stack.play(plan, { given: [], small: { servedBy } })
  const expected = points.reduce((sum, { leg }) => sum + choicesOf(plan, leg).length, 1)
  const stories: string[] = []
  const totals = await explore(stack, single, { broken: async (verdict) => void stories.push(story(verdict)) })
  expect(stories).toEqual([])
  expect(totals).toMatchObject({ starts: 1, played: expected, violations: 0 })
  expect(totals.equal).toBeGreaterThan(expected / 3)
})

/** Two faults at the beginning of a charge. */
const charge = scopeNamed('a recurrent charge').plan
const early: Scope = { name: 'early', plan: { ...charge, calmAt: 0.02 }, faults: 2, served: [[0, 1]] }

test('two faults: each part plays what the others do not', async () => {
  const whole = await explore(stack, early)
  const parts: ScopeTotals[] = []
  for (const part of [0, 1, 2]) parts.push(await explore(stack, early, { part, parts: 3 }))
  const { took: _, name: __, ...sums } = totalOf(joined(parts.map((one) => ({ scopes: [one] }))))
  expect(whole).toMatchObject(sums)
  expect(sums.spared).toBeGreaterThan(0)
  expect(sums.violations).toBe(0)
})

test('a second tab may open between two milliseconds, and all clocks have whole ones', async () => {
  const { plan: alone } = scopeNamed('two tabs in every order, every choice of the proxies, no fault')
  const plan = { ...alone, tabs: [...alone.tabs, { ...alone.tabs[0]!, opensAt: 0.5425 }] }
  const served = [0, 1, 1]
  const { violations } = await stack.play(plan, { given: [], small: { servedBy: (request) => served[request] ?? 0 } })
  expect(violations).toEqual([])
})

test.each(['reset is not delivered', 'lock not atomic'])('the known-bad variant "%s" is caught', async (name) => {
  expect(await caughtIn(stack, mutants[name]!, [single])).toBe(single.name)
})
