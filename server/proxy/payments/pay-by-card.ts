import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/refusal-codes.ts'
import type { CardPayment } from '#contract/gateway/card-payments.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import { factsOf } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { requireOwnCard } from '../methods/stored-card/saved-cards.ts'
import { requireMethod } from '../tickets/methods.ts'
import { provenBy, type ThreeDsValues } from './authenticate.ts'
import { transactionIn } from './continuation.ts'
import { withLockedOrder, type LockedOrderContext } from './locked-order.ts'
import { settleForShopper, type NoteSent } from './shopper-settlement.ts'
import { bindingPaymentOf, paymentOf, storedTerms, browserFields, type Visitor } from './payment-fields.ts'
import { methodPage, returnAddress } from './return-address.ts'
import { isPayable, newNonce, outcomeWhileLocked, readForShopper } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'
import { coBadged } from '#contract/co-badged.ts'

/** One request to pay: the card, the visitor, and the continuation of the method step unless it is the first call. */
export interface CardPaymentRequest {
  readonly ticket: Ticket
  readonly card: Request<typeof checkoutApi.pay>
  readonly visitor: Visitor
  readonly continuation?: string
  /**
   * Called before the payment, under its lock: authenticates by the merchant's own 3-D Secure server (online gateway
   * 4.4).
   */
  readonly prove?: Prove
  readonly noteSent?: NoteSent
}

/**
 * The result of the authentication, with which the payment is sent; an outcome ends the payment before it is sent, and
 * `undefined` leaves the authentication to the gateway.
 */
export type Proof = ThreeDsValues | Outcome | undefined
export type Prove = () => Promise<Proof>

/** Pays the prepared order by a new card or a stored one (online gateway 4.3, 4.11). */
export async function payByCard(proxy: LockedOrderContext, attempt: CardPaymentRequest): Promise<Outcome> {
  const { ticket, card, prove, noteSent, visitor } = attempt
  const { orderId, bindingId, requestId } = card
  checkCard(proxy, attempt)
  const transaction = transactionOf(proxy, attempt)
  const paid = await withLockedOrder(proxy, { orderNumber: ticket.orderNumber, requestId }, async (order) => {
    if (bindingId !== undefined) await requireOwnCard(proxy, ticket, bindingId)
    const reading = await readForShopper(proxy, ticket, order)
    if (!isPayable(proxy, ticket, reading, orderId)) return reading.outcome
    if (reading.mayBeInProgress) return pending(ticket, orderId)
    const proof = await prove?.()
    if (prove) {
      // The authentication may have taken long enough for the order to have changed at the gateway.
      const after = await readForShopper(proxy, ticket, order)
      if (!isPayable(proxy, ticket, after, orderId)) return after.outcome
      if (after.mayBeInProgress) return pending(ticket, orderId)
    }
    if (proof && 'state' in proof) return proof
    const payment = {
      op: bindingId === undefined ? 'paymentorder.do' : 'paymentOrderBinding.do',
      method: bindingId === undefined ? 'card' : 'stored_card',
      number: reading.current!.number,
      before: reading.current!,
      orderId,
      earlier: reading.attempts.slice(0, -1),
      registers: false,
      hasCallback: isCalledBack(ticket),
      ticket,
      methodNonce: newNonce(proxy),
      transaction,
      noteSent,
      locale: visitor.locale,
    } as const
    const answer = await order.sendOnce(payment, () => send(proxy, attempt, proof, payment))
    return order.settle(await settleForShopper(answer, payment, proxy))
  })
  return paid ?? outcomeWhileLocked(proxy, ticket)
}

const pending = (ticket: Ticket, orderId: string): Outcome => ({ state: 'pending', ...factsOf(ticket, orderId) })

function checkCard(
  proxy: Pick<ProxyContext, 'config'>,
  { ticket, card: { bindingId, cardholder, brand } }: CardPaymentRequest,
): void {
  choiceOf(proxy.config, brand)
  if (bindingId !== undefined) return
  requireMethod(ticket, 'card')
  if (cardholder === undefined) throw new Refused('field_invalid', 'is required', 'cardholder')
}

const transactionOf = (
  { signer, clock }: Pick<ProxyContext, 'signer' | 'clock'>,
  { continuation, ticket, card }: CardPaymentRequest,
): string | undefined =>
  continuation === undefined
    ? undefined
    : transactionIn(signer, clock, continuation, { orderNumber: ticket.orderNumber, orderId: card.orderId })
        .threeDSServerTransId

interface Try {
  readonly number: string
  readonly methodNonce: string
  readonly transaction: string | undefined
}

function send(
  { gateway, config, signer }: Pick<ProxyContext, 'gateway' | 'config' | 'signer'>,
  { card, ticket, visitor }: CardPaymentRequest,
  authenticated: ThreeDsValues | undefined,
  { number, methodNonce, transaction }: Try,
): Promise<GatewayResult<PaymentAnswer>> {
  const back = {
    threeDSVer2FinishUrl: returnAddress(config.publicUrl, signer, ticket, number, card.orderId, visitor.locale),
    threeDSMethodNotificationUrl: methodPage(config, methodNonce),
    // The specification spells the second call's field both ways.
    ...(transaction !== undefined && { threeDSServerTransId: transaction, threeDSServerTransID: transaction }),
    ...browserFields(config, card.browser, visitor),
  }
  const { bindingId } = card
  const proof = provenBy(authenticated)
  if (bindingId !== undefined) {
    const payment = bindingPaymentOf({ ...card, bindingId }, ticket, visitor, back)
    return gateway.paymentOrderBinding({ ...payment, ...withParams(proof) })
  }
  const params = { ...storedTerms(ticket, card.save), ...choiceOf(config, card.brand), ...proof }
  return gateway.paymentorder({ ...paymentOf(card, ticket, visitor, back), ...withParams(params) })
}

const withParams = (jsonParams: NonNullable<CardPayment['jsonParams']>): Pick<CardPayment, 'jsonParams'> =>
  Object.keys(jsonParams).length ? { jsonParams } : {}

/**
 * The parameter for the bank with the brand that the payer of a co-badged card chose, in the attribute agreed with the
 * bank (online gateway 4.1, jsonParams).
 */
function choiceOf(
  { brandParam }: { readonly brandParam?: string },
  brand: string | undefined,
): Readonly<Record<string, string>> {
  if (brand === undefined) return {}
  if (brandParam === undefined)
    throw new Refused('field_unknown', 'may be sent only where TENDER_BRAND_PARAM is set', 'brand')
  if (!coBadged.some((known) => known === brand))
    throw new Refused('field_invalid', `must be one of ${coBadged.join(', ')}`, 'brand')
  return { [brandParam]: brand.toUpperCase() }
}
