import { expect, test } from 'vitest'
import { actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { refusal } from '#proxy/orders/outcome.ts'

const facts = { orderNumber: 'A-1', amount: 1234, currency: '933' }

test.each([
  [116, 'insufficient_funds', 'soft'],
  [121, 'limit_exceeded', 'soft'],
  [5, 'bank_declined', 'soft'],
  [907, 'bank_unreachable', 'soft'],
  [-2006, 'authentication_failed', 'soft'],
  [31_337, 'bank_declined', 'soft'],
  [63, 'bank_declined', 'hard'],
  [151, 'bank_declined', 'hard'],
  [999, 'bank_declined', 'hard'],
  [101, 'card_expired', 'hard'],
  [208, 'contact_bank', 'hard'],
  [823, 'contact_bank', 'hard'],
  [120, 'card_restricted', 'hard'],
] as const)('actionCode %i is %s, and %s', (code, reason, kind) => {
  expect(refusal(facts, code, true)).toEqual({ state: 'declined', ...facts, reason, code, kind, again: true })
})

const kindless: ReadonlySet<string> = new Set(['wrong_details', 'order_expired'])

test('every code has its kind, but for the end of the session and those by which a number or a code could be guessed', () => {
  const codes = Array.from({ length: 102_000 }, (_, at) => at - 30_001).filter((code) => code !== 0 && code !== -100)
  const odd = codes.filter((code) => {
    const { reason, kind } = actionCodeMeaning(code)
    const result = refusal(facts, code, true)
    return result.state === 'declined' && result.kind !== (kindless.has(reason) ? undefined : kind)
  })
  expect(odd).toEqual([])
})

test('an order that has expired is so too where it may not be tried again', () => {
  expect(refusal(facts, -2007, false)).toEqual({
    state: 'declined',
    ...facts,
    reason: 'order_expired',
    code: -2007,
    again: false,
  })
  expect(refusal(facts, 116, false)).toMatchObject({ reason: 'attempts_used_up', again: false })
})

test('a payment that was not made is of no kind', () => {
  for (const code of [undefined, 0, -100]) expect(refusal(facts, code, true)).not.toHaveProperty('kind')
})
