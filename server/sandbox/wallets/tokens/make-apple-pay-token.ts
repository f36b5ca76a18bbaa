import { createCipheriv, diffieHellman, generateKeyPairSync, publicEncrypt, type KeyObject } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { GCM, OAEP } from '#wallet-tokens/apple/decrypt.ts'
import { aesKey, merchantIdHash, publicKeyHash } from '#wallet-tokens/apple/kdf.ts'
import type { ApplePayment } from '#wallet-tokens/apple/payment.ts'
import { signedContent, type ApplePaymentData } from '#wallet-tokens/apple/shape.ts'
import { spkiOf } from '#wallet-tokens/p256.ts'
import type { AppleRoot } from './apple-root.ts'
import { signDetached } from './cms.ts'

/** The signer and the recipient of a token. */
export interface AppleMaker {
  readonly root: AppleRoot
  /** P-256 makes EC_v1, RSA makes RSA_v1. */
  readonly merchantPublicKey: KeyObject
  readonly merchantIdentifier: string
  /** SHA-256 of the application data in the merchant's request: 32 bytes. */
  readonly applicationData?: Buffer
  readonly clock: Clock
  readonly random: Random
}

type Unsigned = ApplePaymentData extends infer Each ? (Each extends unknown ? Omit<Each, 'signature'> : never) : never

/** Makes payment data as a device with Apple Pay does, signed under the test root. */
export async function makeApplePayToken(payment: ApplePayment, maker: AppleMaker): Promise<ApplePaymentData> {
  const text = Buffer.from(JSON.stringify(payment), 'utf8')
  const unsigned =
    maker.merchantPublicKey.asymmetricKeyType === 'rsa' ? sealForRsa(text, maker) : sealForEc(text, maker)
  return signPaymentData(unsigned, maker.root, maker.clock.now())
}

/** Signs payment data without checking its content. */
export async function signPaymentData(
  unsigned: Unsigned,
  root: AppleRoot,
  signedAt: number,
): Promise<ApplePaymentData> {
  const cms = await signDetached(signedContent(unsigned), await root.signer(unsigned.version), signedAt)
  return { ...unsigned, signature: cms.toString('base64') }
}

function sealForEc(text: Buffer, maker: AppleMaker): Unsigned {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: maker.merchantPublicKey })
  const key = aesKey(secret, merchantIdHash(maker.merchantIdentifier))
  return {
    version: 'EC_v1',
    data: sealGcm('aes-256-gcm', key, text),
    header: { ...headerCommon(maker), ephemeralPublicKey: spkiOf(ephemeral.publicKey).toString('base64') },
  }
}

function sealForRsa(text: Buffer, maker: AppleMaker): Unsigned {
  const key = Buffer.from(maker.random.bytes(16))
  const wrapped = publicEncrypt({ key: maker.merchantPublicKey, ...OAEP }, key)
  return {
    version: 'RSA_v1',
    data: sealGcm('aes-128-gcm', key, text),
    header: { ...headerCommon(maker), wrappedKey: wrapped.toString('base64') },
  }
}

const headerCommon = ({ merchantPublicKey, applicationData, random }: AppleMaker) => ({
  publicKeyHash: publicKeyHash(spkiOf(merchantPublicKey)),
  transactionId: Buffer.from(random.bytes(32)).toString('hex'),
  ...(applicationData && { applicationData: applicationData.toString('hex') }),
})

function sealGcm(name: 'aes-256-gcm' | 'aes-128-gcm', key: Buffer, text: Buffer): string {
  const cipher = createCipheriv(name, key, GCM.iv, { authTagLength: GCM.tagLength })
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
}
