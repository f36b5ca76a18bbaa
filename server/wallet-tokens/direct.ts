import { DirectApplePayment } from './apple/payment.ts'
import { DirectGooglePayment } from './google/payment.ts'
import { packPaymentToken, readAs, unpackPaymentToken } from './payment-token.ts'

/**
 * Reads the `paymentToken` of walletA/paymentDirect.do: Base64 of payment data that the merchant has decrypted itself.
 * Only the merchant can have checked its signature, its age and its reuse.
 * @throws WalletTokenRefused `malformed`, `content_invalid`
 */
export const readDirectApplePay = (paymentToken: string): DirectApplePayment =>
  readAs(DirectApplePayment, unpackPaymentToken(paymentToken), 'content_invalid')

/**
 * Reads the `paymentToken` of walletB/paymentDirect.do; the caller must check `messageExpiration`.
 * @throws WalletTokenRefused `malformed`, `content_invalid`
 */
export const readDirectGooglePay = (paymentToken: string): DirectGooglePayment =>
  readAs(DirectGooglePayment, unpackPaymentToken(paymentToken), 'content_invalid')

/** Writes such a `paymentToken`. */
export const writeDirect = (payment: DirectApplePayment | DirectGooglePayment): string => packPaymentToken(payment)
