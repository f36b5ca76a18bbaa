import { actionCode, actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { orderStatus, type OrderState } from '#server-contract/gateway/orders.ts'
import type { Reason } from '#contract/reasons.ts'
import type { TryState } from '#contract/outcome.ts'
import type { Log } from '../http/log.ts'

/** The meaning of the gateway's order status, the same for the shopper's and the merchant's side. */
export interface StatusMeaning {
  readonly state: TryState
  /** Why it is declined, cancelled or expired. */
  readonly reason?: Reason
  /** The gateway's actionCode for it. */
  readonly code?: number
  readonly kind?: 'soft' | 'hard'
}

/** The state of each orderStatus (online gateway 4.8; the others: family). */
const states: ReadonlyMap<number | undefined, TryState> = new Map<number, TryState>([
  [orderStatus.registered, 'open'],
  [orderStatus.held, 'held'],
  [orderStatus.deposited, 'paid'],
  [orderStatus.reversed, 'reversed'],
  [orderStatus.refunded, 'refunded'],
  [orderStatus.authenticating, 'authenticating'],
  [orderStatus.declined, 'declined'],
  [orderStatus.partlyCompleted, 'paid'],
])

/** Most orders that are remembered, so that a page that waits does not write a line with every read. */
const MAX_LOGGED = 1000

const logged = new WeakMap<Log, Set<string>>()

/** Logs once per order an orderStatus that has no known meaning: the order stays pending until it has another one. */
export function noteUnknownStatus(log: Log, order: string, { orderStatus: status }: OrderState): void {
  if (states.has(status) || status === orderStatus.pending) return
  const known = logged.get(log) ?? new Set()
  const what = status === undefined ? 'no orderStatus' : `the orderStatus ${status}`
  if (known.has(`${order} ${what}`)) return
  if (known.size >= MAX_LOGGED) known.clear()
  logged.set(log, known.add(`${order} ${what}`))
  const message = `The gateway answers ${what}, whose meaning is unknown: the order stays pending. Ask the bank what it means, and set TENDER_GATEWAY_ORDER_STATUS_ALIASES`
  log.warn({ order, code: 'status_unknown', message })
}

/** The state of an order by its orderStatus, actionCode and amounts; a status that is not listed is `pending`. */
export function meaningOfStatus(order: OrderState): StatusMeaning {
  if (isVerified(order)) return { state: 'verified' }
  if (refundedAmountOf(order) > 0) return { state: 'refunded' }
  const state = states.get(order.orderStatus) ?? 'pending'
  return state === 'declined' ? declineOf(order.actionCode) : { state }
}

/**
 * Only the verification of a card has the amount 0; it is approved and reversed at once (online gateway 4.8 features,
 * family).
 */
const isVerified = ({ orderStatus: status, actionCode: code, amount }: OrderState): boolean =>
  status === orderStatus.reversed && code === actionCode.success && amount === 0

/** The reasons for which a declined order has a state of its own. */
const named: Readonly<Partial<Record<Reason, TryState>>> = {
  cancelled: 'cancelled',
  authentication_cancelled: 'cancelled',
  order_expired: 'expired',
}

/** A declined order by its actionCode; without one the payment was simply not made. */
export function declineOf(code: number | undefined): StatusMeaning & { readonly reason: Reason } {
  if (!code || code === actionCode.notAttempted) return { state: 'declined', reason: 'not_processed' }
  const { reason, kind } = actionCodeMeaning(code)
  return { state: named[reason] ?? 'declined', reason, code, kind }
}

type Sums = Pick<OrderState, 'orderStatus' | 'amount' | 'paymentAmountInfo'>

/** The refunded amount of a debit, by orderStatus; some gateways leave a partly refunded order deposited (family). */
const refunds: ReadonlyMap<number | undefined, (order: Sums) => number | undefined> = new Map([
  [orderStatus.refunded, ({ paymentAmountInfo, amount }: Sums) => paymentAmountInfo?.refundedAmount || amount],
  [orderStatus.deposited, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.refundedAmount],
  [orderStatus.partlyCompleted, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.refundedAmount],
  // A debit that is reversed on the same day has no refund of its own.
  [orderStatus.reversed, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.depositedAmount],
])

/**
 * Minor units that were debited and refunded, 0 where none were; the whole order where a refunded one has no such
 * amount.
 */
export const refundedAmountOf = (order: Sums): number => refunds.get(order.orderStatus)?.(order) ?? 0
