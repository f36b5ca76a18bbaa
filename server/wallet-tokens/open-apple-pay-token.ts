import { checkChain } from './apple/chain.ts'
import { checkSignature, type SignedBy } from './apple/cms.ts'
import { decryptPaymentData } from './apple/decrypt.ts'
import type { AppleMerchantKey, AppleMerchantKeys } from './apple/merchant-keys.ts'
import { ApplePayment } from './apple/payment.ts'
import { readPaymentData, signedContent, type ApplePaymentData } from './apple/shape.ts'
import { bytesOf, fromJson, readAs } from './payment-token.ts'
import { WalletTokenRefused } from './refused.ts'

/** Keys and settings for opening Apple Pay's payment data. */
export interface AppleOpener {
  readonly keys: AppleMerchantKeys
  /** PEM certificates: in production, only Apple Root CA - G3. */
  readonly roots: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The tolerance of the signing time before and after `now`; five minutes when absent. */
  readonly signingTimeToleranceMs?: number
  /** Returns whether this transaction was seen before, and may store it; called last, once, for a valid token. */
  readonly seen?: (transactionId: string) => boolean
}

export interface OpenedApplePay {
  readonly payment: ApplePayment
  /** Lower-case hexadecimal. */
  readonly transactionId: string
  /** When the wallet signed it; Unix milliseconds, whole seconds. */
  readonly signedAt: number
  /** Hexadecimal; to be compared with the order's, if the merchant sent any. */
  readonly applicationData?: string
}

/** Milliseconds by which a token's signing time may differ from now: five minutes. */
export const SIGNING_TOLERANCE = 300_000

/**
 * Opens Apple Pay's payment data (EC_v1, RSA_v1) by Apple's payment token format reference. The caller must compare
 * amount and currency with the order.
 * @throws WalletTokenRefused with any code except those of the other wallet only
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
  const { roots, now, signingTimeToleranceMs = SIGNING_TOLERANCE } = opener
  const signed = await checkSignature(bytesOf(paymentData.signature), signedContent(paymentData), paymentData.version)
  checkChain(signed, roots)
  if (!(Math.abs(now - signed.signedAt) <= signingTimeToleranceMs)) throw new WalletTokenRefused('signing_time')
  return signed
}
