import { DAY } from '#contract/time/periods.ts'
import { orderKey, type Tables } from '../tables.ts'
import type { PaymentOrder, Transaction, TransactionType } from '../records.ts'

/** Start of the day of an instant, in UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY) * DAY

/**
 * When the back office writes off what was authorised at that time, and settles it with the merchant: at the next
 * midnight in UTC. The document states no time (card management 2.8, 2.9): this one is the sandbox's.
 */
export const writeOffAt = (at: number): number => dayOf(at) + DAY

/** The sign of a transaction's amount in the settlement; types that are not listed pay no merchant. */
const shares: ReadonlyMap<TransactionType, 1 | -1> = new Map([
  ['PURCHASE', 1],
  ['COMPLETION', 1],
  ['REVERSAL', -1],
])

type Settled = Pick<Transaction, 'type' | 'at' | 'acceptor' | 'amount' | 'currency' | 'postings' | 'beneficiary'>

/** Adds a transaction that pays a merchant to the payment order of its day and currency; returns the order's id. */
export function settle(tables: Tables, transaction: Settled): number | undefined {
  const { type, at, acceptor, amount, currency, postings, beneficiary } = transaction
  const share = shares.get(type)
  if (!share || !acceptor || !postings.length || beneficiary) return undefined
  const order = orderOf(tables, { merchant: acceptor.merchantId, day: dayOf(at), currency })
  tables.paymentOrders.put(String(order.id), { ...order, amount: order.amount + share * amount })
  return order.id
}

const orderOf = (tables: Tables, which: Pick<PaymentOrder, 'merchant' | 'day' | 'currency'>): PaymentOrder =>
  tables.paymentOrderOf.of(orderKey(which))[0] ?? { ...which, id: tables.paymentOrders.size + 1, amount: 0 }
