import { createCipheriv, diffieHellman, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { DAY } from '#contract/time/periods.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { messageInput } from '#wallet-tokens/google/lv.ts'
import { ciphers, CTR_IV, messageKeys, tagOf } from '#wallet-tokens/google/message.ts'
import type { GooglePayment } from '#wallet-tokens/google/payment.ts'
import type { GoogleToken, GoogleVersion } from '#wallet-tokens/google/shape.ts'
import { pointOf } from '#wallet-tokens/p256.ts'
import { makeIntermediate, type GoogleRoot } from './google-root.ts'
import { gson } from './gson.ts'

/** The signer and the recipient of a token. */
export interface GoogleMaker {
  readonly root: GoogleRoot
  readonly protocolVersion: GoogleVersion
  /** `gateway:<gatewayId>` or `merchant:<merchantId>`. */
  readonly recipientId: string
  /** P-256. */
  readonly recipientPublicKey: KeyObject
  readonly clock: Clock
  readonly random: Random
}

/** The payment data of a token; the wallet adds the message's id and expiry. */
export type GooglePayDetails = Pick<GooglePayment, 'paymentMethodDetails' | 'gatewayMerchantId'>

/** Makes a token as Google Pay does, signed under the test root; its message is valid for a day. */
export function makeGooglePayToken(details: GooglePayDetails, maker: GoogleMaker): GoogleToken {
  const payment: GooglePayment = {
    messageExpiration: String(maker.clock.now() + DAY),
    messageId: Buffer.from(maker.random.bytes(24)).toString('base64url'),
    paymentMethod: 'CARD',
    ...details,
  }
  return signMessage(sealMessage(JSON.stringify(payment), maker), maker)
}

/** Encrypts a message for the recipient's key; returns the text that is then signed. */
export function sealMessage(text: string, { recipientPublicKey, protocolVersion }: GoogleMaker): string {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = pointOf(ephemeral.publicKey)
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipientPublicKey })
  const { aes, mac } = messageKeys(point, secret, protocolVersion)
  const cipher = createCipheriv(ciphers[protocolVersion].name, aes, CTR_IV)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return gson({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: tagOf(mac, encrypted).toString('base64'),
  })
}

/** Signs a message without checking its content. */
export function signMessage(
  signedMessage: string,
  maker: Omit<GoogleMaker, 'recipientPublicKey' | 'random'>,
): GoogleToken {
  const { root, protocolVersion, recipientId, clock } = maker
  const signature = (key: KeyObject): string =>
    sign('sha256', messageInput(recipientId, protocolVersion, signedMessage), key).toString('base64')
  if (protocolVersion === 'ECv1') return { protocolVersion, signedMessage, signature: signature(root.privateKeys.ECv1) }
  const { privateKey, intermediateSigningKey } = makeIntermediate(root, clock)
  return { protocolVersion, signedMessage, intermediateSigningKey, signature: signature(privateKey) }
}
