import type { Outcome } from '#contract/checkout.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import type { WalletAnswer } from '#server-contract/gateway/wallets.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { transactionIn, type ThreeDsTransaction } from './continuation.ts'
import type { LockedOrderContext } from './locked-order.ts'
import { concludeForShopper, type NoteSent, type ShopperPaymentRequest } from './conclude-for-shopper.ts'
import { requireMethod, isVerification } from '../tickets/methods.ts'
import { isStored, storingTii } from '../methods/card/saving.ts'
import { sendByWallet } from './send-by-wallet.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { languageOf } from '../gateway/gateway-language.ts'
import { payerOf, browserFields } from './payment-fields.ts'
import type { ClientInfo } from './client-info.ts'
import { numberAt } from '../orders/attempts.ts'
import { pendingNext } from '../orders/outcome.ts'
import { holdDatesOf, paramsOf, pick } from '../orders/registration.ts'
import { metricOf } from './payment-meter.ts'
import { methodPage, returnAddress } from './return-address.ts'
import { declineUnpaidAttempt, newNonce, ofPrepared, payForShopper } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'
import { openWallet } from '../methods/open-wallet.ts'
import { spend } from '../methods/spent-tokens.ts'
import { notByWallet, offersFor } from '../methods/offers.ts'
import type { KeptToken, Ready, WalletOperation } from '../methods/wallet.ts'
import { hasKeysOf, operationOf } from '../methods/wallets.ts'

/** One request to pay by a wallet, and the continuation of the method step unless it is the first call. */
export interface WalletPaymentRequest {
  readonly ticket: Ticket
  readonly token: Request<typeof checkoutApi.payByWallet>
  readonly clientInfo: ClientInfo
  readonly continuation?: string
  readonly noteSent?: NoteSent
}

/**
 * Pays the order by a wallet's token, in a request that registers its own number (online gateway 4.7 to 4.10). The
 * token is decrypted here where the merchant has the wallet's keys, else by the gateway.
 */
export async function payByWallet(proxy: LockedOrderContext, request: WalletPaymentRequest): Promise<Outcome> {
  const { ticket, continuation } = request
  checkOffered(proxy, request)
  return continuation === undefined
    ? payFirst(proxy, request)
    : payAgain(proxy, request, transactionIn(proxy.signer, proxy.clock, continuation, ticket))
}

/** The first call registers the order's next number; an order that was prepared and not paid is declined first. */
const payFirst = (proxy: LockedOrderContext, request: WalletPaymentRequest): Promise<Outcome> => {
  const { ticket, token } = request
  return payForShopper(proxy, { ticket, requestId: token.requestId }, async (order, { attempts }) => {
    const opened = await tokenOf(proxy, request)
    const earlier = await declineUnpaidAttempt(proxy, attempts)
    if (!earlier) return pendingNext(ticket)
    const number = numberAt(ticket.orderNumber, earlier.length)
    const payment = { ...paymentOf(proxy, request), number, earlier, registers: ticket }
    const answer = await order.sendOnce(payment, () => send(proxy, request, opened, payment))
    return order.finish(await concludeForShopper(answer, payment, proxy))
  })
}

/** The second call pays the attempt that the first has registered; it must be the current one. */
const payAgain = (
  proxy: LockedOrderContext,
  request: WalletPaymentRequest,
  { orderId, threeDSServerTransId: transaction }: ThreeDsTransaction,
): Promise<Outcome> => {
  const { ticket, token } = request
  return payForShopper(proxy, { ticket, orderId, requestId: token.requestId }, async (order, reading) => {
    const opened = await tokenOf(proxy, request)
    const payment = { ...paymentOf(proxy, request), ...ofPrepared(reading), transaction }
    const answer = await order.sendOnce(payment, () => send(proxy, request, opened, payment))
    return order.finish(await concludeForShopper(answer, payment, proxy))
  })
}

function checkOffered(
  { config }: Pick<ProxyContext, 'config'>,
  { ticket, token: { wallet } }: WalletPaymentRequest,
): void {
  requireMethod(ticket, wallet)
  if (offersFor(config, ticket)[wallet]) return
  const claim = notByWallet(wallet, config.wallets, ticket)
  const why = claim
    ? `cannot pay an order with ${claim}`
    : isVerification(ticket)
      ? 'checks no card without the keys of it'
      : 'is not set up on the proxy'
  throw new ProxyError('field_invalid', why, 'wallet')
}

const isOpened = ({ config }: Pick<ProxyContext, 'config'>, { token }: WalletPaymentRequest): boolean =>
  hasKeysOf(token.wallet, config.wallets)

const operationFor = (proxy: Pick<ProxyContext, 'config'>, request: WalletPaymentRequest): WalletOperation =>
  operationOf(request.token.wallet, isOpened(proxy, request))

/** What is the same in both calls. */
function paymentOf(proxy: Pick<ProxyContext, 'config' | 'random'>, request: WalletPaymentRequest) {
  const { ticket, token, clientInfo, noteSent } = request
  const { op, hasCallback } = operationFor(proxy, request)
  return {
    op,
    method: metricOf(token.wallet),
    hasCallback: hasCallback && isCalledBack(ticket),
    ticket,
    methodNonce: newNonce(proxy),
    noteSent,
    locale: clientInfo.locale,
  } as const
}

type TokenContext = Pick<ProxyContext, 'config' | 'clock' | 'log' | 'locks'>

async function send(
  proxy: Pick<ProxyContext, 'config' | 'gateway' | 'signer'>,
  request: WalletPaymentRequest,
  opened: KeptToken,
  payment: ShopperPaymentRequest,
): Promise<GatewayResult<PaymentAnswer>> {
  const ready = { ...fieldsOf(proxy, request, payment), ...opened }
  return asPayment(await sendByWallet(proxy, operationFor(proxy, request), ready, request.ticket.orderNumber))
}

/** Decrypted here, or as the wallet sealed it. */
const tokenOf = async (proxy: TokenContext, request: WalletPaymentRequest): Promise<KeptToken> =>
  isOpened(proxy, request) ? openedOnce(proxy, request) : { paymentToken: request.token.paymentToken }

/**
 * Opens a wallet's token for one order, which may send it again, for the second call and after a request that never
 * arrived; no other order may.
 */
async function openedOnce(proxy: TokenContext, { ticket, token }: WalletPaymentRequest) {
  const { amount, currency, orderNumber } = ticket
  const opened = await openWallet(proxy, { ...token, amount, currency })
  await spend(proxy, { ...opened, wallet: token.wallet }, orderNumber)
  const { paymentToken, protocolVersion } = opened
  return { paymentToken, ...(protocolVersion && { protocolVersion }) }
}

/** The fields of the payment, from the ticket and the request. */
function fieldsOf(
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  { ticket, token, clientInfo }: WalletPaymentRequest,
  payment: ShopperPaymentRequest,
): Omit<Ready, 'paymentToken'> {
  const { amount, currency, returnUrl, failUrl, capture, features } = ticket
  const { jsonParams: additionalParameters } = paramsOf(proxy, ticket)
  return {
    orderNumber: payment.number,
    amount,
    currency,
    ...languageOf(ticket),
    returnUrl,
    ...(failUrl !== undefined && { failUrl }),
    ...(capture === 'two-phase' && { preAuth: true }),
    ...holdDatesOf(ticket),
    ...(features?.length && { features: features.join(',') }),
    ...(additionalParameters && { additionalParameters }),
    ...(isStored(ticket, undefined) && { tii: storingTii(ticket) }),
    ...pick(ticket, ['description', 'phone', 'dynamicCallbackUrl']),
    ...payerOf(ticket),
    clientId: ticket.clientId || guestOf(ticket),
    ip: clientInfo.ip,
    ...browserFields(proxy.config, token.browser, clientInfo),
    ...threeDsOf(proxy, payment),
  }
}

/** walletB/payment.do requires a clientId (online gateway 4.9); nothing is stored for this one. */
const guestOf = ({ orderNumber }: Ticket): string => `guest of ${orderNumber}`

const threeDsOf = (
  { config, signer }: Pick<ProxyContext, 'config' | 'signer'>,
  { ticket, number, orderId = '', transaction, methodNonce, locale }: ShopperPaymentRequest,
) => ({
  threeDSVer2FinishUrl: returnAddress(config.publicUrl, signer, ticket, number, orderId, locale),
  threeDSMethodNotificationUrl: methodPage(config, methodNonce),
  ...(transaction !== undefined && { threeDSServerTransId: transaction }),
})

/** A wallet's answer in the format of a card's. */
function asPayment(result: GatewayResult<WalletAnswer>): GatewayResult<PaymentAnswer> {
  if (result.kind !== 'answered') return result
  const { orderId, ...data } = result.answer.data ?? {}
  return {
    kind: 'answered',
    answer: { errorCode: errorCodeText('success'), ...data, ...(orderId !== undefined && { orderId }) },
  }
}
