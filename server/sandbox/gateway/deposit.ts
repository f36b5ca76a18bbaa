import type { Deposit } from '#contract/gateway/after.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Verdict } from '#contract/gateway/orders.ts'
import type { Desk } from './desk.ts'
import { fieldRefusal } from './field-refusal.ts'
import type { Caller } from './merchants.ts'
import { namedOrder } from './named-order.ts'
import { refusal } from './refusal.ts'

/** deposit.do (family): completes a hold; 0 is the whole, and what is not completed goes back to the card. */
export const deposit =
  (desk: Desk) =>
  (request: Deposit, caller: Caller): Verdict => {
    const { amount, language } = request
    const order = namedOrder(desk, request, caller)
    if (order.state !== 'held') throw refusal('state', language, order.state)
    if (amount > order.ledger.approved) throw aboveApproved(order.ledger.approved, language)
    const sum = amount || order.ledger.approved
    desk.orders.move(order.id, 'completed', { sum, depositedAt: desk.clock.now() })
    return { errorCode: '0', errorMessage: 'Success' }
  }

const aboveApproved = (approved: number, language: string | undefined): Error =>
  fieldRefusal(
    gatewayApi.deposit,
    { field: 'amount', kind: 'rule', rule: `must not be above the approved amount, ${approved}` },
    language,
  )
