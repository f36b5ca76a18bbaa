import type { OrderReference } from '#server-contract/gateway/capture-refund.ts'
import type { GatewayContext } from '../context.ts'
import type { Event } from './order-lifecycle.ts'
import type { Caller } from '../merchants/merchants.ts'
import type { OrderUpdate, Order } from './order.ts'
import { refusal } from '../errors/refusal.ts'

/** The order of a deposit, reverse or refund: by orderId, else by orderNumber with merchantLogin (family). */
export function namedOrder({ orders }: GatewayContext, request: OrderReference, { merchant }: Caller): Order {
  const { orderId, orderNumber, merchantLogin, language } = request
  if (orderId === undefined && (orderNumber === undefined || merchantLogin === undefined))
    throw refusal('nameless', language)
  const order = orderId === undefined ? orders.byNumber(merchant.login, orderNumber!) : orders.byId(orderId)
  if (order?.merchant !== merchant.login) throw refusal('unknown', language)
  return order
}

/** Applies a request's event to an order; throws a refusal if a scheduled change of the order has come first. */
export function moveRequested(
  { orders }: GatewayContext,
  { id }: Order,
  { language }: OrderReference,
  ...what: readonly [Event, OrderUpdate?]
): void {
  if (!orders.move(id, ...what)) throw refusal('state', language, orders.byId(id)!.state)
}
