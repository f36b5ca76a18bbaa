import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'
import {
  newPaymentRecord,
  reconcileOrder,
  type OrderChange,
  type PaymentRecord,
} from '#proxy/shop-server/reconcile-order.ts'

const terms = { orderNumber: 'A-17', amount: 4990, currency: '978' }

type Reported = Pick<Order, 'version' | 'state'> & Partial<Omit<Try, 'currency'>> & { currency?: string | null }
type Case = readonly [
  what: string,
  before: Partial<PaymentRecord>,
  orders: readonly Reported[],
  changes: readonly OrderChange[],
  after: Partial<PaymentRecord>,
]
/** The shop in PHP is tested by the same cases. */
const cases = JSON.parse(readFileSync(new URL('reconcile-cases.json', import.meta.url), 'utf8')) as readonly Case[]

const orderOf = ({ version, state, currency = '978', ...reported }: Reported): Order => {
  const current: Try = { ...terms, orderId: 'id', state, ...reported, currency: currency ?? undefined }
  return { orderNumber: 'A-17', state, current, tries: [current], version }
}

test.each(cases)('%s', (_, before, orders, changes, after) => {
  let record: PaymentRecord = { ...newPaymentRecord(terms), ...before }
  const happened: OrderChange[] = []
  for (const order of orders) {
    const made = reconcileOrder(record, orderOf(order))
    record = made.record
    happened.push(...made.changes)
  }
  expect(happened).toEqual(changes)
  expect(record).toMatchObject(after)
})

test('an own refund that was refused leaves what the bank gave back', () => {
  const refunded = orderOf({ version: 7, state: 'refunded', refundedAmount: 1000 })
  const asked = { ...newPaymentRecord(terms), paid: 4990, refunds: [{ refundId: 'r-1', amount: 1000 }] }
  const { record, changes } = reconcileOrder(asked, refunded)
  expect(changes).toEqual([])
  expect(reconcileOrder({ ...record, refunds: [] }, refunded).changes).toEqual([
    { type: 'refunded-elsewhere', amount: 1000 },
  ])
})

test("another order's answer is no answer", () => {
  const other = { ...orderOf({ version: 5, state: 'paid' }), orderNumber: 'A-18' }
  expect(() => reconcileOrder(newPaymentRecord(terms), other)).toThrow(
    'The order is A-18, and the record is that of A-17',
  )
})

test('a currency is taken by its letters too, and one that nobody knows is none', () => {
  expect(newPaymentRecord({ ...terms, currency: 'EUR' })).toEqual(newPaymentRecord(terms))
  expect(() => newPaymentRecord({ ...terms, currency: 'eur' })).toThrow('eur is no currency of ISO 4217')
})

test('what an engine has of a payment, written over a new record, gives what it lacks, and nothing twice', () => {
  const refunded = orderOf({ version: 7, state: 'refunded', depositedAmount: 4990, refundedAmount: 1500 })
  const has = (more: Partial<PaymentRecord>) =>
    reconcileOrder({ ...newPaymentRecord(terms), ...more }, refunded).changes
  const own = { refundId: 'r-1', amount: 1000 }
  expect(has({})).toEqual([
    { type: 'paid', amount: 4990 },
    { type: 'refunded-elsewhere', amount: 1500 },
  ])
  expect(has({ paid: 4990, refunds: [own] })).toEqual([{ type: 'refunded-elsewhere', amount: 500 }])
  expect(has({ paid: 4990, refunds: [own, { refundId: 'bank', amount: 500 }] })).toEqual([])
})
