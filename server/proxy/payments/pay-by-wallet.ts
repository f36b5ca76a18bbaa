import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { WalletAnswer } from '#contract/gateway/wallets.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { transactionIn, type Transaction } from './continuation.ts'
import type { NoteSent } from './shopper-settlement.ts'
import { requireMethod, isVerification } from '../tickets/methods.ts'
import { isStored, storingTii } from '../payment-methods/saving.ts'
import { walletOperations, type Ready } from './wallet-operations.ts'
import type { Parts } from '../parts.ts'
import { gatewayLanguage } from '../gateway/gateway-language.ts'
import { payerOf, toldBrowser, type Visitor } from './payment-fields.ts'
import { registerAndPay, type RegisteringPayment, type Sending } from './register-and-pay.ts'
import { paramsOf, pick } from '../orders/registration.ts'
import { methodPage, returnAddress } from './return-address.ts'
import { isPayable, payAsShopper } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'
import { openWallet } from '../wallets/open-wallet.ts'
import { spend } from '../wallets/spent-tokens.ts'
import { offersFor } from '../payment-methods/offered-wallets.ts'

/** One request to pay by a wallet, and the continuation of the method step unless it is the first call. */
export interface WalletPaymentRequest {
  readonly ticket: Ticket
  readonly token: Request<typeof checkoutApi.payByWallet>
  readonly visitor: Visitor
  readonly continuation?: string
  readonly noteSent?: NoteSent
}

/**
 * Pays the order by a wallet's token, which registers its own number (online gateway 4.7 to 4.10): opened here where the
 * merchant has the wallet's keys, else by the gateway.
 */
export async function payByWallet(parts: Parts, attempt: WalletPaymentRequest): Promise<Outcome> {
  const { ticket, continuation } = attempt
  checkOffered(parts, attempt)
  const way = wayOf(parts, attempt)
  if (continuation === undefined) return registerAndPay(parts, ticket, way)
  return payAgain(parts, ticket, way, transactionIn(parts.signer, parts.clock, continuation, ticket))
}

function checkOffered({ config }: Parts, { ticket, token: { wallet } }: WalletPaymentRequest): void {
  requireMethod(ticket, wallet)
  if (offersFor(config.walletSettings, config.wallets, ticket)[wallet]) return
  const why = isVerification(ticket) ? 'checks no card without the keys of it' : 'is not set up on the proxy'
  throw new Refused('field_invalid', why, 'wallet')
}

/** The second call pays the try that the first has registered; it must be the current one. */
const payAgain = (
  parts: Parts,
  ticket: Ticket,
  way: RegisteringPayment,
  { orderId, threeDSServerTransId: transaction }: Transaction,
): Promise<Outcome> =>
  payAsShopper(parts, ticket, {
    ...way,
    registers: false,
    mayPay: (standing) => isPayable(parts, ticket, standing, orderId),
    async prepare({ attempts, current }) {
      const { number } = current!
      const send = await way.prepare()
      return {
        number,
        orderId,
        earlier: attempts.slice(0, -1),
        transaction,
        send: (methodNonce) => send({ number, orderId, transaction, methodNonce }),
      }
    },
  })

function wayOf(parts: Parts, attempt: WalletPaymentRequest): RegisteringPayment {
  const { ticket, token } = attempt
  const isOpened = parts.config.wallets[token.wallet] !== undefined
  const road = walletOperations[token.wallet][isOpened ? 'opened' : 'sealed']
  return {
    op: road.op,
    hasCallback: road.hasCallback,
    requestId: token.requestId,
    ...(attempt.noteSent && { noteSent: attempt.noteSent }),
    async prepare() {
      const opened = isOpened ? await openedOnce(parts, attempt) : { paymentToken: token.paymentToken }
      return async (sending) =>
        asPayment(await road.send(parts, { ...fieldsOf(parts, attempt, sending), ...opened, base: ticket.orderNumber }))
    },
  }
}

/** The order may bring its token again, for the second call and after a request that never arrived; no other may. */
async function openedOnce(parts: Parts, { ticket, token }: WalletPaymentRequest) {
  const { amount, currency, orderNumber } = ticket
  const opened = await openWallet(parts, { ...token, amount, currency })
  await spend(parts, opened, orderNumber)
  const { paymentToken, protocolVersion } = opened
  return { paymentToken, ...(protocolVersion && { protocolVersion }) }
}

/** What is to be paid and by whom, as the ticket says. */
function fieldsOf(
  parts: Parts,
  { ticket, token, visitor }: WalletPaymentRequest,
  { number, ...sending }: Sending,
): Omit<Ready, 'paymentToken'> {
  const { amount, currency, returnUrl, failUrl, capture, features } = ticket
  const { jsonParams: additionalParameters } = paramsOf(parts, ticket)
  return {
    orderNumber: number,
    amount,
    currency,
    wallet: token.wallet,
    language: gatewayLanguage(ticket.language) ?? 'en',
    returnUrl,
    ...(failUrl !== undefined && { failUrl }),
    ...(capture === 'two-phase' && { preAuth: true }),
    ...(features?.length && { features: features.join(',') }),
    ...(additionalParameters && { additionalParameters }),
    ...(isStored(ticket, undefined) && { tii: storingTii(ticket) }),
    ...pick(ticket, ['description', 'phone']),
    ...payerOf(ticket),
    clientId: ticket.clientId || guestOf(ticket),
    ip: visitor.ip,
    ...toldBrowser(parts.config, token.browser, visitor),
    ...threeDsOf(parts, ticket, number, sending),
  }
}

/** walletB/payment.do cannot do without a client (online gateway 4.9); nothing is stored for this one. */
const guestOf = ({ orderNumber }: Ticket): string => `guest of ${orderNumber}`

const threeDsOf = (
  parts: Parts,
  ticket: Ticket,
  number: string,
  { orderId = '', transaction, methodNonce }: Omit<Sending, 'number'>,
) => ({
  threeDSVer2FinishUrl: returnAddress(parts.config.publicUrl, parts.signer, ticket, number, orderId),
  threeDSMethodNotificationUrl: methodPage(parts.config, methodNonce),
  ...(transaction !== undefined && { threeDSServerTransId: transaction }),
})

/** A wallet's answer in the words of a card's. */
function asPayment(told: GatewayResult<WalletAnswer>): GatewayResult<PaymentAnswer> {
  if (told.kind !== 'answered') return told
  return { kind: 'answered', answer: { errorCode: '0', ...told.answer.data } }
}
