import * as z from 'zod/mini'
import { base64, bytesOf, readAs } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'

/**
 * 32 bytes in hexadecimal, no more and no less: the signature does not mark where the transaction ends and the
 * application data begin, so that a used transaction could come again under another name if that border could move.
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

/** Payment data of Apple Pay as the wallet hands it over: all that is binary in Base64, identifiers in hexadecimal. */
export type ApplePaymentData = z.infer<(typeof shapes)[AppleVersion]>

/** @throws WalletTokenRefused `malformed`, `unknown_version` */
export function readPaymentData(value: unknown): ApplePaymentData {
  const { version } = readAs(z.object({ version: z.string() }), value, 'malformed')
  if (!Object.hasOwn(shapes, version)) throw new WalletTokenRefused('unknown_version')
  return readAs(shapes[version as AppleVersion], value, 'malformed')
}

type Signed = Pick<ApplePaymentData, 'data' | 'header'>

/** The key material that the version carries: an ephemeral public key or a wrapped key. */
export const keyMaterial = ({ header }: Pick<ApplePaymentData, 'header'>): Buffer =>
  bytesOf('wrappedKey' in header ? header.wrappedKey : header.ephemeralPublicKey)

/** What the signature covers: key material, data, transaction and, where there is one, application data. */
export const signedContent = (signed: Signed): Buffer =>
  Buffer.concat([
    keyMaterial(signed),
    bytesOf(signed.data),
    Buffer.from(signed.header.transactionId, 'hex'),
    Buffer.from(signed.header.applicationData ?? '', 'hex'),
  ])
