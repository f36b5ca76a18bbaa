import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import type { Operation } from '#contract/operation.ts'
import type { GatewayContext } from '../../context.ts'
import { refusal } from '../../errors/refusal.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import type { Order } from '../../orders/order.ts'
import { refusePayment } from '../../payments/authorisation.ts'
import type { ChargeOther } from '../../payments/binding-payment.ts'
import { decidedAnswer } from '../../payments/payment-answers.ts'
import { payable, requireEmail } from '../../payments/payment-checks.ts'
import type { Account, AccountTable } from './accounts.ts'
import { checkOrder, guarded } from './order-rules.ts'

/** Charges the stored account that a request names. */
export const chargeAccount =
  (context: GatewayContext, accounts: AccountTable): ChargeOther =>
  (request, caller, operation) => {
    const account = accounts.byId(caller.merchant.login, request.bindingId ?? '')
    return account && guarded(charge(context, account, operation))(request, caller)
  }

const charge =
  (context: GatewayContext, account: Account, operation: Operation) =>
  (request: Parameters<ChargeOther>[0], merchant: Merchant): CardPaymentAnswer => {
    const { language, tii = 'F', mdOrder } = request
    const order = payable(context, mdOrder, merchant, language)
    checkOrder(order, operation, language)
    checkAccount(account, order, language)
    if (initiatorOf(tii).uses !== 'COMMON') throw refusal('binding kind', language, tii)
    requireEmail(merchant, request, order.payer)
    return decidedAnswer(debit(context, account, order, tii), context.addresses().gateway)
  }

function checkAccount({ active, clientId }: Account, order: Order, language: string | undefined): void {
  if (order.clientId === undefined) throw refusal('no client', language)
  if (!active) throw refusal('no binding', language)
  if (clientId !== order.clientId) throw refusal('other client', language)
}

function debit(context: GatewayContext, { id }: Account, order: Order, tii: Order['tii']): Order {
  const { orders, switches, clock } = context
  const taken = orders.move(order.id, 'taken', {
    method: 'SBP_C2B_BINDING',
    tii,
    binding: id,
    card: undefined,
    secure: undefined,
    storing: undefined,
  })!
  const { declineWith } = switches.read(order.number)
  if (declineWith) return refusePayment(context, taken, declineWith)
  const now = clock.now()
  return orders.move(order.id, 'debited', {
    actionCode: actionCode.success,
    authorisation: { at: now },
    depositedAt: now,
  })!
}
