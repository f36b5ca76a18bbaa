import type { Named } from '#contract/gateway/after.ts'
import type { Desk } from './desk.ts'
import type { Caller } from './merchants.ts'
import type { Order } from './order.ts'
import { refusal } from './refusal.ts'

/** The order that deposit, reverse and refund are about: by orderId, which wins, or by orderNumber with merchantLogin (family). */
export function namedOrder({ orders }: Desk, request: Named, { merchant }: Caller): Order {
  const { orderId, orderNumber, merchantLogin, language } = request
  if (orderId === undefined && (orderNumber === undefined || merchantLogin === undefined))
    throw refusal('nameless', language)
  const order = orderId === undefined ? orders.byNumber(merchant.login, orderNumber!) : orders.byId(orderId)
  if (order?.merchant !== merchant.login) throw refusal('unknown', language)
  return order
}
