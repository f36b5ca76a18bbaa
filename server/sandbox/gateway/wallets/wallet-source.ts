import type { Initiator } from '#contract/gateway/initiators.ts'
import { openApplePayToken, type AppleOpener } from '#wallet-tokens/apple-pay.ts'
import type { DirectApplePayment } from '#wallet-tokens/apple/payment.ts'
import { readDirectApplePay, readDirectGooglePay } from '#wallet-tokens/direct.ts'
import { openGooglePayToken, type GoogleOpener } from '#wallet-tokens/google-pay.ts'
import type { DirectGooglePayment } from '#wallet-tokens/google/payment.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { cardIn, type Card } from '../cards/card-data.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Order, Secure } from '../orders/order.ts'

/** The keys with which the gateway opens the wallets' tokens. */
export interface WalletOpeners {
  readonly apple: Pick<AppleOpener, 'roots' | 'keys'> & {
    /** Opens a token; {@link openApplePayToken} when absent. */
    readonly open?: typeof openApplePayToken
  }
  readonly google: Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>
}

/** The content of a wallet's token. */
export interface WalletSource {
  readonly card: Card
  readonly holder: string
  readonly method: Order['method']
  /** The sum that the payer has agreed to, if the token has it: minor units and numeric ISO 4217. */
  readonly sum?: { readonly amount: number; readonly currency: string }
  /** The device's cryptogram; when absent, as for a card on file, 3-D Secure is made. */
  readonly secure?: Secure
  /** An id that no second payment may reuse. */
  readonly once?: string
}

export interface Opening {
  readonly openers: WalletOpeners
  readonly merchant: Merchant
  readonly initiator: Initiator
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Reads the payment source from a `paymentToken`; throws WalletTokenRefused. */
export type OpenWallet = (paymentToken: string, opening: Opening) => WalletSource | Promise<WalletSource>

/** walletA/payment.do: Apple Pay's payment data, encrypted and signed. */
export const openWalletA: OpenWallet = async (paymentToken, { openers, now }) => {
  const { open = openApplePayToken, ...trusted } = openers.apple
  const { payment, transactionId } = await open(unpackPaymentToken(paymentToken), { ...trusted, now })
  return { ...sourceOfApple(payment), once: `apple ${transactionId}` }
}

/** walletA/paymentDirect.do: without a transaction id, the cryptogram may pay once; stored data may pay again. */
export const readWalletA: OpenWallet = (paymentToken, { initiator }) => {
  const source = sourceOfApple(readDirectApplePay(paymentToken))
  return initiator.uses ? source : { ...source, once: `apple ${source.secure?.cavv}` }
}

/** walletB/payment.do: a Google Pay token, made for this gateway and merchant. */
export const openWalletB: OpenWallet = (paymentToken, { openers, merchant, now }) => {
  const opener = { ...openers.google, now, gatewayMerchantId: merchant.login }
  const payment = openGooglePayToken(unpackPaymentToken(paymentToken), opener)
  return { ...sourceOfGoogle(payment), once: `google ${payment.messageId}` }
}

/** walletB/paymentDirect.do; data stored for later payments remains valid after its message has expired. */
export const readWalletB: OpenWallet = (paymentToken, { merchant, initiator, now }) => {
  const payment = readDirectGooglePay(paymentToken)
  const { gatewayMerchantId, messageExpiration, messageId } = payment
  if (gatewayMerchantId !== undefined && gatewayMerchantId !== merchant.login)
    throw new WalletTokenRefused('other_merchant')
  if (initiator.uses) return sourceOfGoogle(payment)
  if (!(now < Number(messageExpiration))) throw new WalletTokenRefused('message_expired')
  return { ...sourceOfGoogle(payment), once: `google ${messageId}` }
}

function sourceOfApple(payment: DirectApplePayment): WalletSource {
  if (payment.paymentDataType !== '3DSecure')
    throw new WalletTokenRefused('content_invalid', 'paymentDataType EMV is not taken')
  const { applicationPrimaryAccountNumber: pan, applicationExpirationDate: until, cardholderName } = payment
  const { onlinePaymentCryptogram, eciIndicator } = payment.paymentData
  return {
    card: cardFrom(pan, `20${until.slice(0, 4)}`),
    holder: cardholderName ?? '',
    method: 'APPLE_PAY',
    sum: { amount: payment.transactionAmount, currency: payment.currencyCode },
    secure: proofOf(onlinePaymentCryptogram, eciIndicator),
  }
}

function sourceOfGoogle({ paymentMethodDetails }: DirectGooglePayment): WalletSource {
  const { pan, expirationYear, expirationMonth, authMethod, cryptogram, eciIndicator } = paymentMethodDetails
  const card = cardFrom(pan, `${expirationYear}${String(expirationMonth).padStart(2, '0')}`)
  return cryptogram === undefined || authMethod === 'PAN_ONLY'
    ? { card, holder: '', method: 'GOOGLE_PAY_CARD' }
    : { card, holder: '', method: 'GOOGLE_PAY_TOKENIZED', secure: proofOf(cryptogram, eciIndicator) }
}

function cardFrom(pan: string, expiry: string): Card {
  const read = cardIn({ pan, expiry })
  if ('wrong' in read) throw new WalletTokenRefused('content_invalid', read.wrong)
  return read.card
}

/** The device's cryptogram is not 3-D Secure of the gateway, but the issuer gets it in the same fields. */
const proofOf = (cavv: string, eci: string | undefined): Secure => ({
  type: '0',
  cavv,
  ...(eci !== undefined && { eci: eci.padStart(2, '0') }),
})
