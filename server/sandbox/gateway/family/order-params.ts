import type { OrderParams } from '#server-contract/gateway/family/order-params.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'
import type { Caller } from '../merchants/merchants.ts'
import { attributesOf } from '../orders/fields/attributes.ts'

/** addParams.do (family): of an order in any state; a name that the order has already gets the new value. */
export const addParams =
  ({ orders }: GatewayContext) =>
  ({ orderId, params, language }: OrderParams, { merchant }: Caller): Verdict => {
    if (orders.byId(orderId)?.merchant !== merchant.login) throw refusal('unknown', language)
    orders.addParams(orderId, attributesOf(params))
    return success(language)
  }
