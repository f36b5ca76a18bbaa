import type { Named } from '#contract/gateway/after.ts'
import type { GatewayContext } from '../context.ts'
import type { Event } from './order-lifecycle.ts'
import type { Caller } from '../merchants/merchants.ts'
import type { OrderUpdate, Order } from './order.ts'
import { refusal } from '../errors/refusal.ts'

/** The order that deposit, reverse and refund are about: by orderId, which wins, or by orderNumber with merchantLogin (family). */
export function namedOrder({ orders }: GatewayContext, request: Named, { merchant }: Caller): Order {
  const { orderId, orderNumber, merchantLogin, language } = request
  if (orderId === undefined && (orderNumber === undefined || merchantLogin === undefined))
    throw refusal('nameless', language)
  const order = orderId === undefined ? orders.byNumber(merchant.login, orderNumber!) : orders.byId(orderId)
  if (order?.merchant !== merchant.login) throw refusal('unknown', language)
  return order
}

/** Lets happen to an order what a request asks for; refuses it where a date of the order's own has just come first. */
export function moveRequested(
  { orders }: GatewayContext,
  { id }: Order,
  { language }: Named,
  ...what: readonly [Event, OrderUpdate?]
): void {
  if (!orders.move(id, ...what)) throw refusal('state', language, orders.byId(id)!.state)
}
