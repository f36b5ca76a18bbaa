import * as z from 'zod/mini'
import { base64, fromJson, readAs } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'

/** Milliseconds since the epoch, as text. */
export const milliseconds = z.string().check(z.regex(/^\d{1,15}$/, 'milliseconds since the epoch'))

/** Signatures are tried one by one, so their number is limited. */
const SIGNATURES = 16

const common = { signature: base64, signedMessage: z.string() }

const shapes = {
  ECv1: z.strictObject({ ...common, protocolVersion: z.literal('ECv1') }),
  ECv2: z.strictObject({
    ...common,
    protocolVersion: z.literal('ECv2'),
    intermediateSigningKey: z.strictObject({
      signedKey: z.string(),
      signatures: z.array(base64).check(z.minLength(1), z.maxLength(SIGNATURES)),
    }),
  }),
}

export type GoogleVersion = keyof typeof shapes

/** A payment method token of Google Pay; `signedMessage` and `signedKey` are JSON texts, signed as they are. */
export type GoogleToken = z.infer<(typeof shapes)[GoogleVersion]>
export type IntermediateSigningKey = Extract<GoogleToken, { protocolVersion: 'ECv2' }>['intermediateSigningKey']

/** @throws WalletTokenRefused `malformed`, `unknown_version`, `signing_only` */
export function readToken(value: unknown): GoogleToken {
  const { protocolVersion } = readAs(z.object({ protocolVersion: z.string() }), value, 'malformed')
  if (protocolVersion === 'ECv2SigningOnly') throw new WalletTokenRefused('signing_only')
  if (!Object.hasOwn(shapes, protocolVersion)) throw new WalletTokenRefused('unknown_version')
  return readAs(shapes[protocolVersion as GoogleVersion], value, 'malformed')
}

const SealedMessage = z.strictObject({ encryptedMessage: base64, ephemeralPublicKey: base64, tag: base64 })
export type SealedMessage = z.infer<typeof SealedMessage>

export const readSealedMessage = (signedMessage: string): SealedMessage =>
  readAs(SealedMessage, fromJson(signedMessage), 'malformed')

const SignedKey = z.object({ keyValue: base64, keyExpiration: milliseconds })

export const readSignedKey = (signedKey: string): z.infer<typeof SignedKey> =>
  readAs(SignedKey, fromJson(signedKey), 'malformed')
