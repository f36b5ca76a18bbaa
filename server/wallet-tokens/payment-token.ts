import * as z from 'zod/mini'
import { WalletTokenRefused, type WalletRefusal } from './refused.ts'

/** Base64 of the standard alphabet in its only canonical form: padded, with no stray bits. */
export const base64 = z
  .string()
  .check(z.refine((text) => text !== '' && Buffer.from(text, 'base64').toString('base64') === text, 'Base64'))

/** The bytes of a text that `base64` has validated. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** Validates a value; throws WalletTokenRefused with the code and the member's name if it is invalid. */
export function readAs<S extends z.ZodMiniType>(schema: S, value: unknown, code: WalletRefusal): z.output<S> {
  const read = schema.safeParse(value)
  if (!read.success) throw new WalletTokenRefused(code, read.error.issues[0]?.path.map(String).join('.'))
  return read.data
}

/** The value of JSON text, or `undefined`; the parser's own error is dropped because it quotes the text. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Reads the field `paymentToken` of the wallet operations (online gateway 4.7 to 4.10): Base64 of UTF-8 JSON.
 * @throws WalletTokenRefused `malformed`
 */
export function unpackPaymentToken(paymentToken: string): unknown {
  const value = fromJson(bytesOf(readAs(base64, paymentToken, 'malformed')).toString('utf8'))
  if (value === undefined) throw new WalletTokenRefused('malformed')
  return value
}

/** Writes the field `paymentToken`: Base64 of the value's JSON. */
export const packPaymentToken = (value: unknown): string =>
  Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
