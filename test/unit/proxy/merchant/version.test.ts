import { expect, test } from 'vitest'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import { sentStates } from '#server-contract/merchant/webhooks.ts'
import { orderOf } from '#proxy/orders/order.ts'
import { versionOf } from '#proxy/orders/version.ts'
import { lifecycle, type Event } from '#sandbox/gateway/orders/order-lifecycle.ts'
import { stateOf } from '#sandbox/gateway/orders/order-state.ts'
import { moved, type Order as StoredOrder } from '#sandbox/gateway/orders/order.ts'
import { order as stored } from '../../sandbox/callbacks/stand.ts'

const tryIn = (state: TryState, more: Partial<Try> = {}): Try => ({
  orderNumber: 'A-17',
  orderId: '0a4e',
  state,
  amount: 4990,
  ...more,
})

test('the version grows with whatever happens to an order', () => {
  const declined = tryIn('declined')
  const course: readonly (readonly Try[])[] = [
    [tryIn('open')],
    [declined],
    [declined, tryIn('open')],
    [declined, tryIn('held')],
    [declined, tryIn('held', { approvedAmount: 4000 })],
    [declined, tryIn('paid', { depositedAmount: 4000 })],
    [declined, tryIn('refunded', { depositedAmount: 4000, refundedAmount: 1000 })],
    [declined, tryIn('refunded', { depositedAmount: 4000, refundedAmount: 4000 })],
  ]
  const versions = course.map(versionOf)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(versions).size).toBe(course.length)
})

const shop = { login: 'shop-api', password: 'p', token: 't', name: 'Shop', mcc: '5499', currency: '978' }
const events = [...new Set(Object.values(lifecycle).flatMap((moves) => Object.keys(moves)))] as Event[]

/** The answer of a gateway that takes a refund off the debited amount. */
const netted = ({ paymentAmountInfo: sums, ...status }: ReturnType<typeof stateOf>) => ({
  ...status,
  paymentAmountInfo: { ...sums, depositedAmount: (sums?.depositedAmount ?? 0) - (sums?.refundedAmount ?? 0) },
})

interface Change {
  readonly event: Event
  readonly before: Order
  readonly after: Order
}

/** What a merchant reads before and after each event that the gateway's orders of 3 minor units can have. */
function changes(twoPhase: boolean, answer: (status: ReturnType<typeof stateOf>) => object): readonly Change[] {
  const read = (at: StoredOrder): Order =>
    orderOf('A-17', [{ number: 'A-17', orderId: at.id, status: answer(stateOf(at, shop)) }])
  const found: Change[] = []
  const seen = new Map<string, StoredOrder>()
  const visit = (at: StoredOrder): void => {
    const key = JSON.stringify([at.state, at.ledger])
    if (seen.has(key)) return
    seen.set(key, at)
    for (const event of events)
      for (const sum of [undefined, 1, 2]) {
        const after = moved(at, event, {
          ...(sum !== undefined && { sum }),
          actionCode: event === 'declined' ? 116 : 0,
        })
        if (!after) continue
        found.push({ event, before: read(at), after: read(after) })
        visit(after)
      }
  }
  visit({ ...stored, amount: 3, twoPhase })
  return found
}

const amountsOf = ({ state, current }: Order) => {
  const { approvedAmount, depositedAmount, refundedAmount } = current
  return JSON.stringify([state, approvedAmount, depositedAmount, refundedAmount])
}

/** A debit that the bank undoes is a hold again, whose version is smaller (docs/webhooks.md). */
const undoing: ReadonlySet<Event> = new Set(['reopened', 'stillHeld'])
/** Those that change what a webhook reports. */
const reportedEvents =
  'completed debited declined expired held reduced refunded refused reopened reversed stillHeld unacknowledged verified'.split(
    ' ',
  )
const sent: ReadonlySet<TryState> = new Set(sentStates)

test.each([
  ['one phase', false, (status: object) => status],
  ['two phases', true, (status: object) => status],
  ['two phases, refunds being taken off the debit', true, netted],
] as const)('each event at the gateway that a webhook reports has a greater version: %s', (_, twoPhase, answer) => {
  const reported = changes(twoPhase, answer as never).filter(
    ({ before, after }) => sent.has(after.state) && amountsOf(before) !== amountsOf(after),
  )
  expect([...new Set(reported.map(({ event }) => event))].toSorted()).toEqual(reportedEvents)
  for (const { event, before, after } of reported)
    expect([event, amountsOf(before), amountsOf(after), after.version > before.version]).toEqual([
      event,
      amountsOf(before),
      amountsOf(after),
      !undoing.has(event),
    ])
})

test('the greatest sums of the longest order are whole numbers that JSON carries', () => {
  const most = 999_999_999_999
  const last = tryIn('refunded', { approvedAmount: 0, depositedAmount: most, refundedAmount: most })
  const tries = [...Array.from({ length: 19 }, () => tryIn('declined')), last]
  expect(Number.isSafeInteger(versionOf(tries))).toBe(true)
  expect(versionOf(tries)).toBeLessThan(versionOf([...tries, tryIn('open')]))
})
