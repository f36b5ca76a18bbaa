import type { Reverse } from '#server-contract/gateway/capture-refund.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import type { GatewayContext } from '../context.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { may, type Caller } from '../merchants/merchants.ts'
import { giveBack, heldOf } from './money-back.ts'
import { moveRequested, namedOrder } from './named-order.ts'
import type { Order } from './order.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'

/**
 * reverse.do (family): returns a hold, once; with a permission it makes a deposited order held again. The order is
 * reversed only with the whole hold: after a partial reversal the rest stays held, to be deposited.
 */
export const reverse =
  (context: GatewayContext) =>
  async (request: Reverse, caller: Caller): Promise<Verdict> => {
    const { language } = request
    const order = namedOrder(context, request, caller)
    if (order.state === 'deposited') return reopen(context, request, caller, order)
    if (order.state !== 'held') throw refusal('state', language, order.state)
    const { approved } = order.ledger
    if (order.reversedAt !== undefined) throw refusal('reversed once', language, String(approved))
    const sum = sumOf(request, approved)
    moveRequested(context, order, request, 'reversing')
    const { responseCode } = await giveBack(context, order, sum === approved ? heldOf(order) : sum)
    if (responseCode !== '00') {
      context.orders.move(order.id, 'released')
      throw refusal('issuer', language, responseCode)
    }
    context.orders.move(order.id, sum === approved ? 'reversed' : 'reduced', { sum, reversedAt: context.clock.now() })
    return success(language)
  }

/** A debit of the same day is a completed hold: when undone, it can be completed again or returned. */
function reopen(context: GatewayContext, request: Reverse, { merchant }: Caller, order: Order): Verdict {
  if (!may(merchant, 'reverseDeposit')) throw refusal('undo denied', request.language)
  const { deposited } = order.ledger
  if (sumOf(request, deposited) !== deposited) throw amountRefusal(`must be the whole, ${deposited}`, request.language)
  context.orders.move(order.id, 'reopened')
  return success(request.language)
}

function sumOf({ amount, language }: Reverse, most: number): number {
  if ((amount ?? 0) > most) throw amountRefusal(`must not be above ${most}`, language)
  return amount || most
}

const amountRefusal = (rule: string, language: string | undefined): Error =>
  fieldRefusal(gatewayApi.reverse, { field: 'amount', kind: 'rule', rule }, language)
