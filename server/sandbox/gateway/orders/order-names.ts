import type { Store } from '#sandbox/store/store.ts'
import { seen } from './order-lifecycle.ts'
import { orderTable } from './order-table.ts'
import { transactionTable } from '../cards/transactions.ts'

/** Finds the orderNumber by the gateway's orderId, or by the id of a 3-D Secure transaction of the order. */
export function orderNames(store: Store): (name: string) => string | undefined {
  const [orders, transactions] = [orderTable(store), transactionTable(store)]
  return (name) => orders.get(transactions.get(name)?.orderId ?? name)?.number
}

/** A summary of an order, for operators of the sandbox. */
export interface ListedOrder {
  readonly orderNumber: string
  readonly orderId: string
  /** Login of the merchant. */
  readonly merchant: string
  /** orderStatus by name. */
  readonly state: string
  /** Minor units. */
  readonly amount: number
  /** Numeric ISO 4217. */
  readonly currency: string
  readonly actionCode: number
  /** Unix milliseconds. */
  readonly registeredAt: number
}

/** All orders in their current state, the latest first. */
export const listOrders = (store: Store): readonly ListedOrder[] =>
  Array.from(
    orderTable(store).rows(),
    ({ number, id, merchant, state, amount, currency, actionCode, registeredAt }) => ({
      orderNumber: number,
      orderId: id,
      merchant,
      state: seen(state),
      amount,
      currency,
      actionCode,
      registeredAt,
    }),
  ).toReversed()
