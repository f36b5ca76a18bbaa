import { createPrivateKey, type KeyObject } from 'node:crypto'
import { checkSignatures, type GoogleTrust } from './google/keys.ts'
import { decryptMessage } from './google/message.ts'
import { GooglePayment } from './google/payment.ts'
import { readSealedMessage, readToken } from './google/shape.ts'
import { fromJson, readAs } from './payment-token.ts'
import { WalletTokenRefused } from './refused.ts'

/** Keys and settings for opening Google Pay's tokens. */
export interface GoogleOpener extends GoogleTrust {
  /** P-256; several while keys are being rotated, tried in turn. */
  readonly privateKeys: readonly KeyObject[]
  /** The merchant that the token must be for, if the recipient is a gateway with many merchants. */
  readonly gatewayMerchantId?: string
  /** Returns whether this message was seen before, and may store it; called last, once, for a valid token. */
  readonly seen?: (messageId: string) => boolean
}

/** A recipient's key from PEM, or from Base64 of PKCS #8, the format in Google's guides. */
export const googlePrivateKey = (text: string): KeyObject =>
  createPrivateKey(text.includes('-----') ? text : { key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

/**
 * Opens a token of Google Pay (ECv1, ECv2) by Google's page on payment data cryptography; a message that is only
 * signed (ECv2SigningOnly) is refused.
 * @throws WalletTokenRefused with any code except those of the other wallet only
 */
export function openGooglePayToken(value: unknown, opener: GoogleOpener): GooglePayment {
  const payment = readAs(GooglePayment, fromJson(unsealGooglePayToken(value, opener)), 'content_invalid')
  if (!(opener.now < Number(payment.messageExpiration))) throw new WalletTokenRefused('message_expired')
  if (opener.gatewayMerchantId !== undefined && payment.gatewayMerchantId !== opener.gatewayMerchantId)
    throw new WalletTokenRefused('other_merchant')
  if (opener.seen?.(payment.messageId)) throw new WalletTokenRefused('replayed')
  return payment
}

/** Decrypts a token and checks its signatures and its tag; does not validate its content. */
export function unsealGooglePayToken(value: unknown, opener: Omit<GoogleOpener, 'seen' | 'gatewayMerchantId'>): string {
  const token = readToken(value)
  checkSignatures(token, opener)
  return decryptMessage(readSealedMessage(token.signedMessage), token.protocolVersion, opener.privateKeys)
}
