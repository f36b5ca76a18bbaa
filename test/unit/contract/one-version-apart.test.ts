import { describe, expect, test } from 'vitest'
import { cardFrameMethods, cardHostMethods, challengeFrameMethods } from '#bridge/protocol.ts'
import { Outcome, type Checkout } from '#contract/checkout.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import { actionCode } from '#server-contract/gateway/action-codes.ts'
import { refusal } from '#proxy/orders/outcome.ts'
import { fill } from '#texts/texts.ts'

const facts = { orderNumber: 'A-17', orderId: 'b-1', amount: 4990, currency: '978' }
const step = { kind: 'challenge', acsUrl: 'https://acs', creq: 'e30', nonce: 'n', redirectUrl: 'https://acs' } as const
const authenticate: Outcome = { state: 'authenticate', ...facts, step }
const checkout: Checkout = {
  orderNumber: 'A-17',
  amount: 4990,
  currency: '978',
  currencyCode: 'EUR',
  fractionDigits: 2,
  capture: 'one-phase',
  channel: 'web',
  verify: false,
  card: true,
  brandChoice: false,
  savedCards: [{ bindingId: 'b', maskedPan: '411111**1111', expiry: '203012', expired: false }],
  saving: { mode: 'never', as: 'common' },
  asks: [{ data: 'email' }],
  storedAsks: [],
  known: {},
  wallets: {},
  sealingKey: 'PEM',
  now: 1,
  outcome: authenticate,
}

const answers = {
  checkout,
  pay: authenticate,
  outcome: { state: 'declined', ...facts, reason: 'technical', again: true },
  removeCard: { savedCards: checkout.savedCards },
  texts: { locale: 'en', direction: 'ltr', card: { form: 'Card', another: 'A younger sentence' } },
} as const

/** The same with one more field in every object but the texts, whose fields are sentences. */
const younger = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(younger)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, name === 'card' ? one : younger(one)])
  return { ...Object.fromEntries(members), addedLater: 1 }
}

describe('a frame reads the answer of a proxy that is one version younger, and leaves out what it does not know', () => {
  test.each(Object.entries(answers))('%s', (name, answer) => {
    const { response } = checkoutApi[name as keyof typeof answers]
    const sent = younger(answer)
    // The payer's data is also sent back, and stays as it is.
    if (name === 'checkout') Object.assign(sent as object, { known: {} })
    expect(response.parse(sent)).toEqual(answer)
  })
})

test('the outcome has no states that a frame of the last version cannot read, so that an expired order is declined', () => {
  const states = Outcome.def.options.map(({ shape }) => shape.state.def.values[0])
  expect(states.join(' ')).toBe('open authenticate paid held refunded verified declined cancelled pending')
  expect(refusal(facts, actionCode.sessionExpired, true)).toEqual({
    state: 'declined',
    ...facts,
    reason: 'order_expired',
    code: actionCode.sessionExpired,
    again: true,
  })
})

test('a sentence that an older proxy does not have is left out', () => {
  expect(fill(undefined, { sum: '1' })).toBe('')
})

test('whatever an element or a frame of the last version calls is still answered', () => {
  expect(cardFrameMethods).toEqual(
    expect.arrayContaining(
      'open restyle submit focus reset authenticate refresh cancel again note override payByWallet walletSession'.split(
        ' ',
      ),
    ),
  )
  expect(cardHostMethods).toEqual(
    expect.arrayContaining('opened progressed resized mayPay concluded failed'.split(' ')),
  )
  expect(challengeFrameMethods).toEqual(expect.arrayContaining(['runMethod', 'showChallenge']))
})
