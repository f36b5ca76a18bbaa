import * as z from 'zod/mini'
import { base64, bytesOf, readAs } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'

/**
 * Exactly 32 bytes in hexadecimal: the signed bytes do not delimit transaction id and application data, so that with
 * other lengths a used transaction could be replayed under another id.
 */
const hash = z.string().check(z.regex(/^[\da-f]{64}$/i, '32 bytes in hexadecimal'))

const headerCommon = { publicKeyHash: base64, transactionId: hash, applicationData: z.optional(hash) }
const sealed = { data: base64, signature: base64 }

const shapes = {
  EC_v1: z.object({
    ...sealed,
    version: z.literal('EC_v1'),
    header: z.object({ ...headerCommon, ephemeralPublicKey: base64 }),
  }),
  RSA_v1: z.object({
    ...sealed,
    version: z.literal('RSA_v1'),
    header: z.object({ ...headerCommon, wrappedKey: base64 }),
  }),
}

export type AppleVersion = keyof typeof shapes

/** Payment data of Apple Pay as the wallet returns it: binary data in Base64, identifiers in hexadecimal. */
export type ApplePaymentData = z.infer<(typeof shapes)[AppleVersion]>

/** @throws WalletTokenRefused `malformed`, `unknown_version` */
export function readPaymentData(value: unknown): ApplePaymentData {
  const { version } = readAs(z.object({ version: z.string() }), value, 'malformed')
  if (!Object.hasOwn(shapes, version)) throw new WalletTokenRefused('unknown_version')
  return readAs(shapes[version as AppleVersion], value, 'malformed')
}

type Signed = Pick<ApplePaymentData, 'data' | 'header'>

/** The key material of the version: an ephemeral public key or a wrapped key. */
export const keyMaterial = ({ header }: Pick<ApplePaymentData, 'header'>): Buffer =>
  bytesOf('wrappedKey' in header ? header.wrappedKey : header.ephemeralPublicKey)

/** What the signature covers: key material, data, transaction and, if any, application data. */
export const signedContent = (signed: Signed): Buffer =>
  Buffer.concat([
    keyMaterial(signed),
    bytesOf(signed.data),
    Buffer.from(signed.header.transactionId, 'hex'),
    Buffer.from(signed.header.applicationData ?? '', 'hex'),
  ])
