import type { Deposit } from '#server-contract/gateway/capture-refund.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import type { GatewayContext } from '../context.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import type { Caller } from '../merchants/merchants.ts'
import { moveRequested, namedOrder } from './named-order.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'

/**
 * deposit.do (family): completes a hold; amount 0 is the whole, and the rest is released to the card. A request to an
 * unreachable issuer is retried until it answers; if it refuses, the order stays held.
 */
export const deposit =
  (context: GatewayContext) =>
  async (request: Deposit, caller: Caller): Promise<Verdict> => {
    const { amount, language } = request
    const order = namedOrder(context, request, caller)
    if (order.state !== 'held') throw refusal('state', language, order.state)
    if (amount > order.ledger.approved) throw aboveApproved(order.ledger.approved, language)
    const sum = amount || order.ledger.approved
    moveRequested(context, order, request, 'completed', { sum, depositedAt: context.clock.now() })
    const answer = await context.issuerRetryQueue.settled(order.id)
    if (answer && answer.responseCode !== '00') throw refusal('not completed', language, answer.responseCode)
    return success(language)
  }

const aboveApproved = (approved: number, language: string | undefined): Error =>
  fieldRefusal(
    gatewayApi.deposit,
    { field: 'amount', kind: 'rule', rule: `must not be above the approved amount, ${approved}` },
    language,
  )
