import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { OrderList, OrderListQuestion } from '#server-contract/gateway/family/order-list.ts'
import { languageIn } from '#server-contract/gateway/language.ts'
import type { GatewayContext } from '../context.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'
import { callerFor, type Caller, type Merchant } from '../merchants/merchants.ts'
import { paymentStateOf } from '../orders/order-lifecycle.ts'
import { stateOf } from '../orders/order-state.ts'
import type { Order } from '../orders/order.ts'
import { momentOf } from '../orders/registration-rules.ts'

/** getLastOrdersForMerchants.do (family): the oldest order first, so that a page stays the same while orders come. */
export const listOrders =
  (context: GatewayContext) =>
  (request: OrderListQuestion, caller: Caller): OrderList => {
    const { page = 0, size, searchByCreatedDate = false, language } = request
    const [from, to] = [timeOf(request.from), timeOf(request.to)]
    if (to < from)
      throw fieldRefusal(
        gatewayApi.getLastOrdersForMerchants,
        { field: 'to', kind: 'rule', rule: `must not be before ${request.from}` },
        language,
      )
    const states = new Set(request.transactionStates.split(','))
    const dateOf = searchByCreatedDate ? registeredAt : paidAt
    const found = merchantsIn(context, request, caller)
      .flatMap((merchant) => context.orders.of(merchant.login).map((order) => ({ merchant, order, at: dateOf(order) })))
      .filter(({ order, at }) => at >= from && at < to + SECOND && states.has(paymentStateOf(order.state)))
      .toSorted((one, other) => one.at - other.at)
    return {
      ...success(language),
      orderStatuses: found
        .slice(page * size, (page + 1) * size)
        .map(({ merchant, order }) => stateOf(order, merchant, languageIn(language))),
      totalCount: found.length,
      page,
      pageSize: size,
    }
  }

/** The period ends with the second of `to`. */
const SECOND = 1000

/** `yyyyMMddHHmmss` in UTC+3, as Unix milliseconds. */
const timeOf = (moment: string): number =>
  momentOf(moment.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6'))

const registeredAt = (order: Order): number => order.registeredAt

/** An order that is not paid is in no period of payments. */
const paidAt = ({ state, authorisation, depositedAt }: Order): number =>
  ['CREATED', 'DECLINED'].includes(paymentStateOf(state))
    ? Number.NaN
    : (depositedAt ?? authorisation?.at ?? Number.NaN)

function merchantsIn(
  { merchants }: GatewayContext,
  { merchants: logins, language }: OrderListQuestion,
  caller: Caller,
): readonly Merchant[] {
  const named = new Set((logins ?? caller.merchant.login).split(',').map((login) => login.trim()))
  return [...named].map((login) => {
    const { merchant } = callerFor(caller, merchants, login)
    if (merchant.login !== login) throw refusal('access', language)
    return merchant
  })
}
