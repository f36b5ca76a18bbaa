import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { Decline, Verdict } from '#server-contract/gateway/orders.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../merchants/merchants.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'

/** decline.do (family): ends an order that is not paid and has no payment call in progress. */
export const decline =
  ({ orders }: GatewayContext) =>
  ({ orderId, language }: Decline, { merchant }: Caller): Verdict => {
    const order = orders.byId(orderId)
    if (order?.merchant !== merchant.login) throw refusal('unknown', language)
    if (!orders.move(orderId, 'declined', { actionCode: actionCode.declinedByMerchant }))
      throw refusal('state', language, order.state)
    return success(language)
  }
