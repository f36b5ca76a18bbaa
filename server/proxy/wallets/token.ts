import { Refused } from '#contract/faults.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'

/** A wallet's token as the gateway takes it (online gateway 4.7, 4.9): Base64 of the given text or object. */
export function packed(token: string | Readonly<Record<string, unknown>>): string {
  const text = typeof token === 'string' ? inBase64(token.trim()) : packPaymentToken(token)
  if (text === undefined || text.length > MAX_TOKEN_LENGTH)
    throw new Refused(
      'field_invalid',
      `must be the wallet's token, or its Base64 of at most ${MAX_TOKEN_LENGTH} characters`,
      FIELD,
    )
  return text
}

const FIELD = 'paymentToken'

/** Characters of a paymentToken (online gateway 4.7). */
const MAX_TOKEN_LENGTH = 8192

/** JSON is encoded byte for byte as the wallet wrote it. */
function inBase64(text: string): string | undefined {
  if (text.startsWith('{')) return Buffer.from(text, 'utf8').toString('base64')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : undefined
}
