import { expect, test } from 'vitest'
import { budgetBroken } from '../../scripts/plugins/budgets.ts'

const lengths = [
  ['src/element/small.ts', 10],
  ['src/element/large.ts', 9_000],
] as const

test('a script within its budget fails no build', () => {
  expect(budgetBroken('cdn', { name: 'checkout', bytes: 3_000, lengths })).toBeUndefined()
})

test('a script over its budget fails the build with its name, its bytes and its largest modules', () => {
  const builtWith = (bytes: number) => budgetBroken('cdn', { name: 'checkout', bytes, lengths })
  const budget = Number(/its budget of (\d+)/.exec(builtWith(60_000)!)![1])
  expect(builtWith(budget)).toBeUndefined()
  expect(builtWith(budget + 1)).toBe(
    `checkout of cdn has ${budget + 1} bytes compressed, 1 more than its budget of ${budget} (scripts/plugins/budgets.ts); ` +
      'its largest modules are src/element/large.ts, src/element/small.ts.',
  )
})

test('a script without a budget of its own, such as a language, has one too', () => {
  expect(budgetBroken('cdn', { name: 'de', bytes: 60_000, lengths })).toContain('de of cdn has 60000 bytes')
  expect(budgetBroken('challenge', { name: 'other', bytes: 60_000, lengths })).toContain('its budget of')
})

test('the demo has none, since no shop loads it', () => {
  expect(budgetBroken('demo', { name: 'shop', bytes: 600_000, lengths })).toBeUndefined()
})
