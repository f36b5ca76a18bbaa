import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import { errorCodeText } from '#contract/gateway/error-codes.ts'
import type { WalletAnswer } from '#contract/gateway/wallets.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { transactionIn, type ThreeDsTransaction } from './continuation.ts'
import type { NoteSent } from './shopper-settlement.ts'
import { requireMethod, isVerification } from '../tickets/methods.ts'
import { isStored, storingTii } from '../payment-methods/saving.ts'
import { walletOperations, type Ready } from './wallet-operations.ts'
import { isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { gatewayLanguage } from '../gateway/gateway-language.ts'
import { payerOf, browserFields, type Visitor } from './payment-fields.ts'
import { registerAndPay, type RegisteringPayment, type Sending } from './register-and-pay.ts'
import { holdDatesOf, paramsOf, pick } from '../orders/registration.ts'
import { methodPage, returnAddress } from './return-address.ts'
import { isPayable, payAsShopper } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'
import { openWallet } from '../wallets/open-wallet.ts'
import { spend } from '../wallets/spent-tokens.ts'
import { notByWallet, offersFor } from '../payment-methods/offered-wallets.ts'

/** One request to pay by a wallet, and the continuation of the method step unless it is the first call. */
export interface WalletPaymentRequest {
  readonly ticket: Ticket
  readonly token: Request<typeof checkoutApi.payByWallet>
  readonly visitor: Visitor
  readonly continuation?: string
  readonly noteSent?: NoteSent
}

/**
 * Pays the order by a wallet's token, in a request that registers its own number (online gateway 4.7 to 4.10). The
 * token is decrypted here where the merchant has the wallet's keys, else by the gateway.
 */
export async function payByWallet(proxy: ProxyContext, attempt: WalletPaymentRequest): Promise<Outcome> {
  const { ticket, continuation } = attempt
  checkOffered(proxy, attempt)
  const method = methodOf(proxy, attempt)
  if (continuation === undefined) return registerAndPay(proxy, ticket, method)
  return payAgain(proxy, ticket, method, transactionIn(proxy.signer, proxy.clock, continuation, ticket))
}

function checkOffered({ config }: ProxyContext, { ticket, token: { wallet } }: WalletPaymentRequest): void {
  requireMethod(ticket, wallet)
  if (offersFor(config.walletSettings, config.wallets, ticket)[wallet]) return
  const claim = notByWallet(wallet, config.wallets, ticket)
  const why = claim
    ? `cannot pay an order with ${claim}`
    : isVerification(ticket)
      ? 'checks no card without the keys of it'
      : 'is not set up on the proxy'
  throw new Refused('field_invalid', why, 'wallet')
}

/** The second call pays the attempt that the first has registered; it must be the current one. */
const payAgain = (
  proxy: ProxyContext,
  ticket: Ticket,
  method: RegisteringPayment,
  { orderId, threeDSServerTransId: transaction }: ThreeDsTransaction,
): Promise<Outcome> =>
  payAsShopper(proxy, ticket, {
    ...method,
    registers: false,
    mayPay: (reading) => isPayable(proxy, ticket, reading, orderId),
    async prepare({ attempts, current }) {
      const { number } = current!
      const send = await method.prepare()
      return {
        number,
        orderId,
        earlier: attempts.slice(0, -1),
        transaction,
        send: (methodNonce) => send({ number, orderId, transaction, methodNonce }),
      }
    },
  })

function methodOf(proxy: ProxyContext, attempt: WalletPaymentRequest): RegisteringPayment {
  const { ticket, token } = attempt
  const isOpened = proxy.config.wallets[token.wallet] !== undefined
  const operation = walletOperations[token.wallet][isOpened ? 'opened' : 'sealed']
  return {
    op: operation.op,
    method: token.wallet === 'applePay' ? 'apple_pay' : 'google_pay',
    hasCallback: operation.hasCallback && isCalledBack(ticket),
    requestId: token.requestId,
    ...(attempt.noteSent && { noteSent: attempt.noteSent }),
    locale: attempt.visitor.locale,
    async prepare() {
      const opened = isOpened ? await openedOnce(proxy, attempt) : { paymentToken: token.paymentToken }
      return async (sending) =>
        asPayment(
          await operation.send(proxy, { ...fieldsOf(proxy, attempt, sending), ...opened, base: ticket.orderNumber }),
        )
    },
  }
}

/**
 * The same order may send its token again, for the second call and after a request that never arrived; no other may.
 */
async function openedOnce(proxy: ProxyContext, { ticket, token }: WalletPaymentRequest) {
  const { amount, currency, orderNumber } = ticket
  const opened = await openWallet(proxy, { ...token, amount, currency })
  await spend(proxy, opened, orderNumber)
  const { paymentToken, protocolVersion } = opened
  return { paymentToken, ...(protocolVersion && { protocolVersion }) }
}

/** The fields of the payment, from the ticket and the request. */
function fieldsOf(
  proxy: ProxyContext,
  { ticket, token, visitor }: WalletPaymentRequest,
  { number, ...sending }: Sending,
): Omit<Ready, 'paymentToken'> {
  const { amount, currency, returnUrl, failUrl, capture, features } = ticket
  const { jsonParams: additionalParameters } = paramsOf(proxy, ticket)
  return {
    orderNumber: number,
    amount,
    currency,
    wallet: token.wallet,
    language: gatewayLanguage(ticket.language) ?? 'en',
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
    ip: visitor.ip,
    ...browserFields(proxy.config, token.browser, visitor),
    ...threeDsOf(proxy, ticket, number, sending, visitor.locale),
  }
}

/** walletB/payment.do requires a clientId (online gateway 4.9); nothing is stored for this one. */
const guestOf = ({ orderNumber }: Ticket): string => `guest of ${orderNumber}`

const threeDsOf = (
  proxy: ProxyContext,
  ticket: Ticket,
  number: string,
  { orderId = '', transaction, methodNonce }: Omit<Sending, 'number'>,
  locale: string | undefined,
) => ({
  threeDSVer2FinishUrl: returnAddress(proxy.config.publicUrl, proxy.signer, ticket, number, orderId, locale),
  threeDSMethodNotificationUrl: methodPage(proxy.config, methodNonce),
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
