import { currencyNumberOf } from '#contract/money/currencies.ts'
import type { TryState } from '#contract/outcome.ts'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'

/** What a shop's database keeps of the payment of an order. Amounts are minor units. */
export interface PaymentRecord {
  /** The number that the ticket was signed for. */
  readonly orderNumber: string
  /** The order's total, as the shop has it. */
  readonly amount: number
  /** Numeric ISO 4217, such as `978`. */
  readonly currency: string
  /** The version that was applied last, 0 before the first; up to 2^53: a 64-bit column. */
  readonly version: number
  /** What is held and not debited. */
  readonly held: number
  /** What was debited, before refunds. */
  readonly paid: number
  /** The shop's own refunds: each is stored before it is asked for, and removed where it was refused. */
  readonly refunds: readonly { readonly refundId: string; readonly amount: number }[]
  /** What was given back without the shop's asking, as by the bank's back office. */
  readonly refundedElsewhere: number
}

/** What happened to an order, for the shop to act on. Amounts are minor units. */
export type OrderChange =
  /** Authorised, or authorised with another amount; nothing is debited. */
  | { readonly type: 'held'; readonly amount: number }
  /** Debited: the whole, or the captured part of a hold. */
  | { readonly type: 'paid'; readonly amount: number }
  /** The hold was given back. */
  | { readonly type: 'released' }
  /** The card was checked and stored; there was nothing to pay. */
  | { readonly type: 'verified' }
  /** Declined or expired; the shopper may try again. */
  | { readonly type: 'failed' }
  /** Cancelled before it was paid. */
  | { readonly type: 'cancelled' }
  /** More was given back than the shop's own refunds: a credit note is missing. */
  | { readonly type: 'refunded-elsewhere'; readonly amount: number }
  /** The bank has another amount or currency than the shop: send nothing, and have somebody look at it. */
  | { readonly type: 'mismatch'; readonly field: 'amount' | 'currency' }

/** The record to store and what happened, in that sequence; both belong into one transaction. */
export interface Reconciliation {
  readonly record: PaymentRecord
  readonly changes: readonly OrderChange[]
}

type Sums = Pick<PaymentRecord, 'held' | 'paid'>

/** What is held and debited in each state that has moved money; the others leave both as they are. */
const sumsOf: Partial<Record<TryState, (current: Try, before: Sums) => Sums>> = {
  held: ({ amount, approvedAmount = amount }, { paid }) => ({ held: approvedAmount, paid }),
  paid: ({ amount, depositedAmount = amount }, { paid }) => ({ held: 0, paid: Math.max(paid, depositedAmount) }),
  // Some gateways take a refund off the debited amount, so that only an order that was never seen paid is read here.
  refunded: ({ amount, approvedAmount, depositedAmount = 0, refundedAmount = 0 }, { paid }) => ({
    held: 0,
    paid: paid || (approvedAmount === undefined ? amount : Math.max(depositedAmount, refundedAmount)),
  }),
  reversed: (_, { paid }) => ({ held: 0, paid }),
}

/** What happened when an order comes into a state, beside what its sums show. */
const arrivals: Partial<Record<TryState, OrderChange['type'] & ('released' | 'verified' | 'failed' | 'cancelled')>> = {
  reversed: 'released',
  verified: 'verified',
  declined: 'failed',
  expired: 'failed',
  cancelled: 'cancelled',
}

/**
 * What an order of the proxy says about a shop's own order. It is the same function for a webhook, the page after the
 * payment, the answer of a capture, cancellation or refund, and a job that reads orders: they may come in any sequence,
 * more than once, and skip a state. An order older than the record changes nothing. Read and store the record under a
 * lock of its row (`SELECT … FOR UPDATE`), since the webhook and the page come in the same second, and send goods by the
 * record that is stored: an order that was paid and given back has both changes. Throws a TypeError for another order.
 *
 * @example
 * ```ts
 * import { newPaymentRecord, reconcileOrder, type OrderEvent, type PaymentRecord } from 'tender-checkout/merchant'
 *
 * const records = new Map<string, PaymentRecord>() // a table of your database
 *
 * export function onOrderEvent({ data }: OrderEvent): void {
 *   const { orderNumber } = data
 *   const before = records.get(orderNumber) ?? newPaymentRecord({ orderNumber, amount: 4990, currency: '978' })
 *   const { record, changes } = reconcileOrder(before, data)
 *   records.set(orderNumber, record)
 *   for (const change of changes) console.log(orderNumber, change.type)
 * }
 * ```
 */
export function reconcileOrder(record: PaymentRecord, { orderNumber, state, current, version }: Order): Reconciliation {
  if (orderNumber !== record.orderNumber)
    throw new TypeError(`The order is ${orderNumber}, and the record is that of ${record.orderNumber}`)
  if (version < record.version) return { record, changes: [] }
  const isNew = version > record.version
  const field = mismatchIn(record, state, current)
  if (field) return { record: { ...record, version }, changes: isNew ? [{ type: 'mismatch', field }] : [] }
  const sums = sumsOf[state]?.(current, record) ?? record
  const refundedElsewhere = Math.max(record.refundedElsewhere, refundedIn(state, current) - ownRefunds(record))
  const next = { ...record, held: sums.held, paid: sums.paid, refundedElsewhere, version }
  const arrival = isNew ? arrivals[state] : undefined
  return {
    record: next,
    changes: [
      ...(next.held && next.held !== record.held ? [{ type: 'held', amount: next.held } as const] : []),
      ...grown('paid', record.paid, next.paid),
      ...(arrival ? [{ type: arrival }] : []),
      ...grown('refunded-elsewhere', record.refundedElsewhere, refundedElsewhere),
    ],
  }
}

const grown = (type: 'paid' | 'refunded-elsewhere', before: number, now: number): readonly OrderChange[] =>
  now > before ? [{ type, amount: now - before }] : []

/** Which of amount and currency is not the shop's; a gateway may leave the currency out, and the proxy compares it. */
function mismatchIn(record: PaymentRecord, state: TryState, current: Try): 'amount' | 'currency' | undefined {
  if (!sumsOf[state] && state !== 'verified') return undefined
  if ((current.currency ?? record.currency) !== record.currency) return 'currency'
  return current.amount === record.amount ? undefined : 'amount'
}

const refundedIn = (state: TryState, { amount, refundedAmount }: Try): number =>
  refundedAmount ?? (state === 'refunded' ? amount : 0)

const ownRefunds = ({ refunds }: PaymentRecord): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The record of an order that nobody has paid yet. `amount` is in minor units, `currency` ISO 4217 by its letters or its
 * number; the record has the number. Throws a TypeError for a currency that ISO 4217 does not know.
 *
 * An engine that keeps its payments and refunds itself needs no table for it: what it has, written over a new record
 * (`held`, `paid`, and every refund as one of its own), gives the changes that it lacks, each time anew.
 *
 * @example
 * ```ts
 * import { newPaymentRecord } from 'tender-checkout/merchant'
 *
 * export const record = newPaymentRecord({ orderNumber: 'A-17', amount: 4990, currency: 'EUR' })
 * ```
 */
export function newPaymentRecord({
  orderNumber,
  amount,
  currency,
}: Pick<PaymentRecord, 'orderNumber' | 'amount' | 'currency'>): PaymentRecord {
  const number = currencyNumberOf(currency)
  if (number === undefined) throw new TypeError(`${currency} is no currency of ISO 4217`)
  return {
    orderNumber,
    amount,
    currency: number,
    version: 0,
    held: 0,
    paid: 0,
    refunds: [],
    refundedElsewhere: 0,
  }
}
