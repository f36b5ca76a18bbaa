import { createHash } from 'node:crypto'
import type { Order, TryState } from '#contract/merchant.ts'

/** What the merchant's server is told; `id` is the same whenever the same is said, by whichever process. */
export interface Notice {
  readonly id: string
  /** `order.` and the state, or `webhook.test`. */
  readonly type: string
  /** When it was seen, ISO 8601. */
  readonly timestamp: string
  readonly data: Order | Readonly<Record<string, never>>
}

export interface OrderNotice extends Notice {
  readonly data: Order
}

/** Reads what is to be said of an order now; `undefined` where there is nothing. Rejects where nobody knows yet. */
export type ReadNotice = (orderNumber: string) => Promise<OrderNotice | undefined>

const told: ReadonlySet<TryState> = new Set([
  'held',
  'paid',
  'verified',
  'reversed',
  'refunded',
  'declined',
  'cancelled',
])

/** The notice of how an order stands; `undefined` while there is nothing to tell. `now` is Unix milliseconds. */
export function noticeOf(order: Order, now: number): OrderNotice | undefined {
  const { state } = order
  if (!told.has(state)) return undefined
  return { id: idOf(order), type: `order.${state}`, timestamp: new Date(now).toISOString(), data: order }
}

/** Order, try, state and money: two refunds in part differ, and the same read twice does not. */
function idOf({ orderNumber, state, current }: Order): string {
  const { amount, approvedAmount, depositedAmount, refundedAmount } = current
  const facts = [orderNumber, current.orderNumber, state, amount, approvedAmount, depositedAmount, refundedAmount]
  return `msg_${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)}`
}

/** A notice about nothing, for merchants to try their address with. */
export const testNotice = (unique: string, now: number): Notice => ({
  id: `msg_test_${unique}`,
  type: 'webhook.test',
  timestamp: new Date(now).toISOString(),
  data: {},
})
