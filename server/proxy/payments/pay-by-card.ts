import type { Outcome } from '#contract/checkout.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { requireOwnCard } from '../methods/stored-card/saved-cards.ts'
import { requireMethod } from '../tickets/methods.ts'
import { transactionIn } from './continuation.ts'
import type { LockedOrderContext } from './locked-order.ts'
import { concludeForShopper, type NoteSent, type ShopperPaymentRequest } from './conclude-for-shopper.ts'
import { bindingPaymentOf, paymentOf, storedTerms, browserFields } from './payment-fields.ts'
import type { ClientInfo } from './client-info.ts'
import { methodPage, returnAddress } from './return-address.ts'
import { newNonce, ofPrepared, payForShopper } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'
import { coBadged } from '#contract/co-badged.ts'

/** One request to pay: the card, the client, and the continuation of the method step unless it is the first call. */
export interface CardPaymentRequest {
  readonly ticket: Ticket
  readonly card: Request<typeof checkoutApi.pay>
  readonly clientInfo: ClientInfo
  readonly continuation?: string
  /**
   * Called before the payment, under its lock: authenticates by the merchant's own 3-D Secure server (online gateway
   * 4.4).
   */
  readonly authenticate?: AuthenticateExternally
  readonly noteSent?: NoteSent
}

/** The jsonParams of an authentication (online gateway 4.4). */
type AuthenticationValues = NonNullable<CardPayment['jsonParams']>

/**
 * How external 3-D Secure has ended: the payment is sent with its values, is not sent and has an outcome, or is
 * authenticated by the gateway.
 */
export type ExternalAuthentication =
  | { readonly values: AuthenticationValues }
  | { readonly stop: Outcome }
  | { readonly byGateway: true }

export type AuthenticateExternally = () => Promise<ExternalAuthentication>

/** Pays the prepared order by a new card or a stored one (online gateway 4.3, 4.11). */
export async function payByCard(proxy: LockedOrderContext, request: CardPaymentRequest): Promise<Outcome> {
  const { ticket, card, authenticate, noteSent, clientInfo } = request
  const { orderId, bindingId, requestId } = card
  checkCard(proxy, request)
  const transaction = transactionOf(proxy, request)
  const check = async (): Promise<void> => {
    if (bindingId !== undefined) await requireOwnCard(proxy, ticket, bindingId)
  }
  return payForShopper(proxy, { ticket, orderId, requestId, check }, async (order, reading) => {
    const authentication = await authenticate?.()
    // The authentication may have taken long enough for the order to have changed at the gateway.
    const after = authentication ? await order.read() : reading
    if (!after.payable) return after.outcome
    if (authentication && 'stop' in authentication) return authentication.stop
    const values = authentication && 'values' in authentication ? authentication.values : undefined
    const payment = {
      ...ofPrepared(reading),
      op: bindingId === undefined ? 'paymentorder.do' : 'paymentOrderBinding.do',
      method: bindingId === undefined ? 'card' : 'stored_card',
      hasCallback: isCalledBack(ticket),
      ticket,
      methodNonce: newNonce(proxy),
      transaction,
      noteSent,
      locale: clientInfo.locale,
    } as const
    const answer = await order.sendOnce(payment, () => send(proxy, request, values, payment))
    return order.finish(await concludeForShopper(answer, payment, proxy))
  })
}

function checkCard(
  proxy: Pick<ProxyContext, 'config'>,
  { ticket, card: { bindingId, cardholder, brand } }: CardPaymentRequest,
): void {
  choiceOf(proxy.config, brand)
  if (bindingId !== undefined) return
  requireMethod(ticket, 'card')
  if (cardholder === undefined) throw new ProxyError('field_invalid', 'is required', 'cardholder')
}

const transactionOf = (
  { signer, clock }: Pick<ProxyContext, 'signer' | 'clock'>,
  { continuation, ticket, card }: CardPaymentRequest,
): string | undefined =>
  continuation === undefined
    ? undefined
    : transactionIn(signer, clock, continuation, { orderNumber: ticket.orderNumber, orderId: card.orderId })
        .threeDSServerTransId

function send(
  { gateway, config, signer }: Pick<ProxyContext, 'gateway' | 'config' | 'signer'>,
  { card, ticket, clientInfo }: CardPaymentRequest,
  values: AuthenticationValues = {},
  { number, methodNonce, transaction }: ShopperPaymentRequest,
): Promise<GatewayResult<PaymentAnswer>> {
  const back = {
    threeDSVer2FinishUrl: returnAddress(config.publicUrl, signer, ticket, number, card.orderId, clientInfo.locale),
    threeDSMethodNotificationUrl: methodPage(config, methodNonce),
    // The specification spells the second call's field both ways.
    ...(transaction !== undefined && { threeDSServerTransId: transaction, threeDSServerTransID: transaction }),
    ...browserFields(config, card.browser, clientInfo),
  }
  const { bindingId } = card
  if (bindingId !== undefined) {
    const payment = bindingPaymentOf({ ...card, bindingId }, ticket, clientInfo, back)
    return gateway.paymentOrderBinding({ ...payment, ...withParams(values) })
  }
  const params = { ...storedTerms(ticket, card.save), ...choiceOf(config, card.brand), ...values }
  return gateway.paymentorder({ ...paymentOf(card, ticket, clientInfo, back), ...withParams(params) })
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
    throw new ProxyError('field_unknown', 'may be sent only where TENDER_BRAND_PARAM is set', 'brand')
  if (!coBadged.some((known) => known === brand))
    throw new ProxyError('field_invalid', `must be one of ${coBadged.join(', ')}`, 'brand')
  return { [brandParam]: brand.toUpperCase() }
}
