import { checkChain } from './apple/chain.ts'
import { checkSignature, type SignedBy } from './apple/cms.ts'
import { decryptPaymentData } from './apple/decrypt.ts'
import type { AppleMerchantKey, AppleMerchantKeys } from './apple/merchant-keys.ts'
import { ApplePayment } from './apple/payment.ts'
import { readPaymentData, signedContent, type ApplePaymentData } from './apple/shape.ts'
import { bytesOf, fromJson, readAs } from './payment-token.ts'
import { WalletTokenRefused } from './refused.ts'

/** What an opener of Apple Pay's payment data holds and knows. */
export interface AppleOpener {
  readonly keys: AppleMerchantKeys
  /** PEM certificates: in life, Apple Root CA - G3 alone. */
  readonly roots: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How far the signing time may lie from now, either way; five minutes when left out. */
  readonly signingTimeToleranceMs?: number
  /** Says whether this transaction was seen before, and may remember it: it is asked last, once, about a good token. */
  readonly seen?: (transactionId: string) => boolean
}

export interface OpenedApplePay {
  readonly payment: ApplePayment
  /** Lower-case hexadecimal. */
  readonly transactionId: string
  /** When the wallet signed it; Unix milliseconds, whole seconds. */
  readonly signedAt: number
  /** Hexadecimal; to be compared with the order's, where the merchant sent any. */
  readonly applicationData?: string
}

const FIVE_MINUTES = 300_000

/**
 * Opens Apple Pay's payment data (EC_v1, RSA_v1) as Apple's payment token format reference says. Amount and currency
 * are for the caller to compare with the order.
 * @throws WalletTokenRefused with any code but those that only the other wallet knows
 */
export async function openApplePayToken(value: unknown, opener: AppleOpener): Promise<OpenedApplePay> {
  const paymentData = readPaymentData(value)
  const key = keyFor(paymentData, opener.keys)
  const { signedAt } = await checkSigned(paymentData, opener)
  const payment = readAs(ApplePayment, fromJson(decryptPaymentData(paymentData, key)), 'content_invalid')
  const { applicationData } = paymentData.header
  const transactionId = paymentData.header.transactionId.toLowerCase()
  if (opener.seen?.(transactionId)) throw new WalletTokenRefused('replayed')
  return { payment, transactionId, signedAt, ...(applicationData !== undefined && { applicationData }) }
}

function keyFor({ header }: ApplePaymentData, keys: AppleMerchantKeys): AppleMerchantKey {
  const key = keys.get(header.publicKeyHash)
  if (!key) throw new WalletTokenRefused('unknown_key')
  return key
}

async function checkSigned(paymentData: ApplePaymentData, opener: AppleOpener): Promise<SignedBy> {
  const { roots, now, signingTimeToleranceMs = FIVE_MINUTES } = opener
  const signed = await checkSignature(bytesOf(paymentData.signature), signedContent(paymentData), paymentData.version)
  checkChain(signed, roots)
  if (!(Math.abs(now - signed.signedAt) <= signingTimeToleranceMs)) throw new WalletTokenRefused('signing_time')
  return signed
}
