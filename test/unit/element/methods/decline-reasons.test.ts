import { expect, test } from 'vitest'
import { reasons } from '#contract/reasons.ts'
import { reasonOf } from '#element/i18n/locale-controller.ts'
import { language as en } from '#texts/languages/en.ts'
import { language as ru } from '#texts/languages/ru.ts'

test.each([
  ['en', en, /card/i],
  ['ru', ru, /карт/i],
] as const)('after a payment by a code no reason speaks of a card, in %s', (_, texts, card) => {
  const told = reasons.map((reason) => reasonOf(reason, 'sbp', { texts }))
  expect(told.filter((text) => card.test(text))).toEqual([])
  expect(new Set(told).size).toBeGreaterThan(3)
  expect(reasonOf('insufficient_funds', undefined, { texts })).toMatch(card)
  expect(reasonOf('insufficient_funds', 'googlePay', { texts })).toMatch(card)
})
