import { DirectApplePayment } from './apple/payment.ts'
import { DirectGooglePayment } from './google/payment.ts'
import { packPaymentToken, readAs, unpackPaymentToken } from './payment-token.ts'

/**
 * Reads the `paymentToken` of walletA/paymentDirect.do: Base64 of payment data that the merchant has opened itself. That
 * it is signed, fresh and not used before is the merchant's word.
 * @throws WalletTokenRefused `malformed`, `content_invalid`
 */
export const readDirectApplePay = (paymentToken: string): DirectApplePayment =>
  readAs(DirectApplePayment, unpackPaymentToken(paymentToken), 'content_invalid')

/** The same for walletB/paymentDirect.do; `messageExpiration` is for the caller to judge. */
export const readDirectGooglePay = (paymentToken: string): DirectGooglePayment =>
  readAs(DirectGooglePayment, unpackPaymentToken(paymentToken), 'content_invalid')

/** Writes such a `paymentToken`. */
export const writeDirect = (payment: DirectApplePayment | DirectGooglePayment): string => packPaymentToken(payment)
