import { expect, test } from 'vitest'
import { Callback } from '#server-contract/gateway/callbacks.ts'
import { buildBindingTable } from '#sandbox/gateway/bindings/binding-table.ts'
import { lifecycle, type Event } from '#sandbox/gateway/orders/order-lifecycle.ts'
import type { Order } from '#sandbox/gateway/orders/order.ts'
import { openIssuer, order, quiet } from './stand.ts'

const address = 'https://shop.test/callback'

const result: readonly (readonly [Event, Partial<Order>, string, string, string])[] = [
  ['held', { state: 'held', twoPhase: true }, 'approved', '1', 'payment_approved'],
  ['debited', { state: 'deposited' }, 'deposited', '1', 'payment_deposited'],
  ['completed', { state: 'deposited', twoPhase: true }, 'deposited', '1', 'payment_deposited'],
  ['reversed', { state: 'reversed' }, 'reversed', '1', 'payment_void'],
  ['stillHeld', { state: 'held', twoPhase: true }, 'deposited', '0', 'payment_approved'],
  ['reduced', { state: 'held', twoPhase: true }, 'reversed', '1', 'payment_approved'],
  ['verified', { state: 'reversed' }, 'reversed', '1', 'payment_void'],
  ['refunded', { state: 'refunded' }, 'refunded', '1', 'refunded'],
  ['expired', { state: 'declined' }, 'declinedByTimeout', '0', 'payment_declined'],
  ['refused', { state: 'declined' }, 'deposited', '0', 'payment_declined'],
  ['refused', { state: 'declined', twoPhase: true }, 'approved', '0', 'payment_declined'],
]

test.each(result)('%s %j: %s, status %s', async (event, after, operation, status, paymentState) => {
  const { emit, came } = openIssuer({ address })
  await emit(event, { ...after, actionCode: -2007 })
  expect(came.map(({ fields }) => Callback.parse(fields))).toEqual([
    {
      mdOrder: order.id,
      orderNumber: '2003',
      operation,
      status,
      paymentState,
      callbackCreationDate: 'Tue Jan 01 00:00:00 UTC 2030',
      amount: '1234',
      actionCode: '-2007',
    },
  ])
})

test.each([
  ['a declined payment', 'refused', { state: 'declined' }, 'declinedCardPresent', '0'],
  ['a declined hold', 'refused', { state: 'declined', twoPhase: true }, 'declinedCardPresent', '0'],
  ['a debit', 'debited', { state: 'deposited' }, 'deposited', '1'],
  ['an order whose time is over', 'expired', { state: 'declined' }, 'declinedByTimeout', '0'],
] as const)('with the card present, %s is reported as it is', async (_, event, after, operation, status) => {
  const { emit, came, switches } = openIssuer({ address })
  switches.orders.set(order.number, { cardPresent: 'yes' })
  await emit(event, after)
  await emit('refused', { ...after, number: 'another' })
  expect(came.map(({ fields }) => Callback.parse(fields)).map((one) => [one.operation, one.status])[0]).toEqual([
    operation,
    status,
  ])
  expect(came[1]!.fields['operation']).not.toBe('declinedCardPresent')
})

const every = new Set(Object.values(lifecycle).flatMap((moves) => Object.keys(moves) as Event[]))
const unexplained = [...every].filter((event) => !result.some(([one]) => one === event))

test.each(unexplained)('%s is not reported', async (event) => {
  const { emit, came } = openIssuer({ address })
  await emit(event)
  expect(came).toEqual([])
})

test('what is known of the payer is reported, the card masked', async () => {
  const { emit, came } = openIssuer({ address })
  const card = { maskedPan: '411111**1111', expiration: '203412', holder: 'A HOLDER', system: 'VISA' }
  await emit('debited', { state: 'deposited', clientId: 'client', binding: 'binding', card })
  expect(came[0]!.fields).toMatchObject({ clientId: 'client', bindingId: 'binding', maskedPan: '411111**1111' })
})

test('payments are reported to the order’s own address, else to the merchant’s, else nowhere', async () => {
  const own = { dynamicCallbackUrl: 'https://other.test/own?a=b' }
  const both = openIssuer({ address })
  await both.emit('debited', own)
  await both.emit('debited')
  expect(both.came.map(({ request }) => request.url.replace(/[&?]operation=.*/, ''))).toEqual([
    'https://other.test/own?a=b',
    address,
  ])
  const none = openIssuer({})
  await none.emit('debited')
  expect(none.came).toEqual([])
  await none.emit('debited', own)
  expect(none.came).toHaveLength(1)
})

const stored = {
  id: 'b1',
  merchant: order.merchant,
  clientId: 'client',
  category: 'COMMON',
  card: { pan: '4111111111111111', expiry: '203412' },
  holder: 'A HOLDER',
} as const

test('a binding is reported when it is stored, and when it is switched, and only then', async () => {
  const { watching, came, operations } = openIssuer({ address, method: 'POST' })
  const bindings = watching(buildBindingTable())
  expect(bindings.store(stored).id).toBe('b1')
  expect(bindings.store({ ...stored, id: 'b2' }).id).toBe('b1')
  expect(bindings.setActive(stored.merchant, 'b1', true)).toBe(false)
  expect(bindings.setActive(stored.merchant, 'b1', false)).toBe(true)
  expect(bindings.setActive('another', 'b1', true)).toBe(false)
  bindings.store({ ...stored, id: 'b3' })
  await quiet()
  expect(operations()).toEqual(['bindingCreated', 'bindingActivityChanged', 'bindingActivityChanged'])
  expect(came.map(({ fields }) => Callback.parse(fields).enabled)).toEqual(['true', 'false', 'true'])
  expect(came[0]!.fields).toEqual({
    operation: 'bindingCreated',
    status: '1',
    callbackCreationDate: 'Tue Jan 01 00:00:00 UTC 2030',
    bindingId: 'b1',
    clientId: 'client',
    maskedPan: '411111**1111',
    enabled: 'true',
  })
})
