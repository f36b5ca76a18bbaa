import type { Refund } from '#server-contract/gateway/capture-refund.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import type { Reversed } from '#server-contract/issuing/reversals.ts'
import type { GatewayContext } from '../context.ts'
import { requireQuantities } from '../errors/require-fields.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import type { Caller } from '../merchants/merchants.ts'
import { checkItems } from './fields/basket.ts'
import { giveBack } from './money-back.ts'
import { namedOrder } from './named-order.ts'
import type { Order, Refunded } from './order.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'

/** refund.do (family): refunds a debit, in parts up to the whole; a known externalRefundId changes nothing. */
export const refund =
  (context: GatewayContext) =>
  async (request: Refund, caller: Caller): Promise<Verdict> => {
    const { language, refundItems } = request
    requireQuantities(gatewayApi.refund, 'refundItems.items', refundItems?.items, language)
    checkItems(refundItems?.items, 'refundItems.items', gatewayApi.refund, language)
    const order = namedOrder(context, request, caller)
    if (isKnown(request, order)) return success(request.language)
    const sum = sumOf(request, order)
    context.orders.move(order.id, 'refunding')
    const answer = await giveBack(context, order, sum)
    if (answer.responseCode !== '00') {
      context.orders.move(order.id, 'released')
      throw refusal('issuer', request.language, answer.responseCode)
    }
    const refunds = [...order.refunds, refundOf(request, sum, answer, context.clock.now())]
    context.orders.move(order.id, 'refunded', { sum, refunds })
    return success(request.language)
  }

const isKnown = ({ externalRefundId: id }: Refund, { refunds }: Order): boolean =>
  id !== undefined && refunds.some(({ externalRefundId }) => externalRefundId === id)

/** The sum to refund; throws a refusal when the request does not match the order. */
function sumOf({ amount, currency, expectedDepositedAmount: expected, language }: Refund, order: Order): number {
  const { state, ledger } = order
  if (state !== 'deposited' && state !== 'refunded') throw refusal('state', language, state)
  if ((currency ?? order.currency) !== order.currency) throw wrongCurrency(order.currency, language)
  const left = ledger.deposited - ledger.refunded
  if ((expected ?? left) !== left) throw refusal('not as expected', language, String(left))
  if (amount > left || left === 0) throw refusal('above deposited', language, String(left))
  return amount || left
}

const wrongCurrency = (currency: string, language: string | undefined): Error =>
  fieldRefusal(
    gatewayApi.refund,
    { field: 'currency', kind: 'rule', rule: `must be that of the order, ${currency}` },
    language,
  )

const refundOf = (
  { externalRefundId }: Refund,
  amount: number,
  { rrn, authorizationIdResponse: approvalCode }: Reversed,
  at: number,
): Refunded => ({
  at,
  amount,
  ...(externalRefundId !== undefined && { externalRefundId }),
  ...(rrn !== undefined && { rrn }),
  ...(approvalCode !== undefined && { approvalCode }),
})
