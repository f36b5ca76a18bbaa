import type { Merchant } from '#sandbox/gateway/merchants/merchants.ts'
import { listOrders } from '#sandbox/gateway/orders/order-names.ts'
import type { Store } from '#sandbox/store/store.ts'

/** Throws if the merchant of a stored order is not configured: the order could be neither paid nor reported. */
export function demandKnown(store: Store, merchants: readonly Merchant[]): void {
  const known = new Set(merchants.map(({ login }) => login))
  const order = listOrders(store).find(({ merchant }) => !known.has(merchant))
  if (order)
    throw new Error(
      `Order ${order.orderNumber} of what is remembered is of the merchant “${order.merchant}”, whom nobody names now: start with the merchants that it was made with`,
    )
}
