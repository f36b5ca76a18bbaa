import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { deposit, inZone, refund, reverse } from '../../../conformance/gateway/paid-orders.ts'
import {
  byTrusted,
  cardNamed,
  inProcess,
  paid,
  registered,
  setFixture,
  stateOf,
} from '../../../conformance/gateway/fixture.ts'

const fixture = await setFixture(inProcess())
afterAll(() => fixture.close())

const AMOUNT = 1000
const MINUTE = 60_000
const cards = [
  cardNamed('4444555511113333'), // Approved at once.
  cardNamed('4000000000000010'), // Refused.
  cardNamed('4111111111111111'), // Needs a second call.
  cardNamed('4000000000000119'), // Not decided.
]

type Step = (id: string) => Promise<unknown>

const sums = fc.integer({ min: 0, max: AMOUNT + 1 })

/** All that a merchant, a payer or the clock can do to an order. */
const steps: fc.Arbitrary<readonly [name: string, step: Step]> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...cards).map((card) => [`pay ${card.pan}`, payBy(card)] as const) },
  fc.constant(['decline', (id: string) => fixture.gateway.decline({ ...byTrusted, orderId: id })] as const),
  sums.map((sum) => [`deposit ${sum}`, (id: string) => deposit(fixture, id, sum, byTrusted)] as const),
  sums.map((amount) => [`reverse ${amount}`, (id: string) => reverse(fixture, id, { ...byTrusted, amount })] as const),
  fc.constant(['reverse the whole', (id: string) => reverse(fixture, id, byTrusted)] as const),
  {
    weight: 2,
    arbitrary: sums.map((sum) => [`refund ${sum}`, (id: string) => refund(fixture, id, sum, byTrusted)] as const),
  },
  fc.constant(['a minute goes by', async () => fixture.clock.advance(MINUTE)] as const),
)

function payBy(card: (typeof cards)[number]): Step {
  return (id) => paid(fixture, id, card, byTrusted)
}

const orders = fc.record({
  twoPhase: fc.boolean(),
  date: fc.constantFrom('autocompletionDate', 'autoReverseDate', undefined),
  sessionTimeoutSecs: fc.constantFrom(60, 1200),
})

const paymentStates: Readonly<Record<number, readonly string[]>> = {
  0: ['CREATED'],
  1: ['APPROVED'],
  2: ['DEPOSITED'],
  3: ['REVERSED'],
  4: ['REFUNDED'],
  5: ['CREATED'],
  6: ['DECLINED'],
  7: ['CREATED'],
}

const final = new Set([3, 6, 7])

/** Checks that hold for an order at any time. */
function expectLawful({ orderStatus, paymentAmountInfo }: OrderState, id: string, twoPhase: boolean): void {
  const { paymentState, approvedAmount, depositedAmount, refundedAmount, totalAmount } = paymentAmountInfo!
  const approved = twoPhase || orderStatus === 1 ? approvedAmount! : Math.max(approvedAmount!, depositedAmount!)
  expect(paymentStates[orderStatus!]).toEqual([paymentState])
  expect(totalAmount).toBe(AMOUNT)
  expect(approved).toBeLessThanOrEqual(AMOUNT)
  expect(depositedAmount).toBeLessThanOrEqual(approved)
  expect(refundedAmount).toBeLessThanOrEqual(depositedAmount!)
  expect(refundedAmount).toBeGreaterThanOrEqual(0)
  // Every held amount can still be moved: no order ends with a remainder.
  if (orderStatus === 3) expect(approvedAmount).toBe(0)
  const back = fixture.givenBack(id).reduce((sum, one) => sum + one, 0)
  // The card has paid the whole amount or nothing, and the rest has been returned to it.
  const kept = orderStatus === 1 || orderStatus === 3 ? approvedAmount! : depositedAmount! - refundedAmount!
  if (orderStatus! >= 1 && orderStatus! <= 4) expect(back + kept).toBe(AMOUNT)
  else expect([back, kept]).toEqual([0, 0])
}

test('whatever is done to an order, its amounts and states agree and no money is lost or made', async () => {
  const reached = new Set<number>()
  await fc.assert(
    fc.asyncProperty(orders, fc.array(steps, { maxLength: 12 }), async ({ twoPhase, date, ...order }, done) => {
      const dated = twoPhase && date ? { [date]: inZone(fixture.clock.now() + 3 * MINUTE) } : {}
      const request = { ...byTrusted, ...order, ...dated, amount: AMOUNT }
      const id = await registered(fixture, request, twoPhase ? 'registerPreAuth' : 'register')
      let before = await stateOf(fixture, id, byTrusted)
      for (const [, step] of done) {
        await step(id)
        const after = await stateOf(fixture, id, byTrusted)
        expectLawful(after, id, twoPhase)
        if (final.has(before.orderStatus!)) expect(after).toEqual(before)
        reached.add(after.orderStatus!)
        before = after
      }
    }),
    { numRuns: 100, seed: 20_300_501 },
  )
  expect([...reached].toSorted()).toEqual([0, 1, 2, 3, 4, 6, 7])
})
