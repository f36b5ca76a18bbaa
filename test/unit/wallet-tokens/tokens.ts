import { createHash } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'

export const NOW = Date.UTC(2030, 4, 17, 12)

export const clockAt = (now: number): Clock => ({ now: () => now, sleep: () => Promise.resolve() })

export const clock = clockAt(NOW)

let drawn = 0

/** Random values that never repeat, and are the same in every run. */
export const random: Random = {
  uuid: () => `00000000-0000-4000-8000-${String(++drawn).padStart(12, '0')}`,
  bytes: (length) => new Uint8Array(createHash('shake256', { outputLength: length }).update(String(++drawn)).digest()),
}

/** The code of the refusal, or `opened`; a refusal that contains a card number counts as another error. */
export async function refusalOf(open: () => unknown): Promise<string> {
  try {
    await open()
    return 'opened'
  } catch (error) {
    if (!(error instanceof WalletTokenRefused)) throw error
    return /\d{6}/.test(error.message) || error.cause !== undefined
      ? `${error.code}, and its message reveals too much`
      : error.code
  }
}

/** The same Base64 text with one bit of one byte changed. */
export function flipped(base64: string, byte: number, encoding: 'base64' | 'hex' = 'base64'): string {
  const bytes = Buffer.from(base64, encoding)
  bytes[byte] = bytes[byte]! ^ 1
  return bytes.toString(encoding)
}

/** Up to `count` positions spread over the bytes of a text, with the first and the last. */
export function places(encoded: string, count: number, encoding: 'base64' | 'hex' = 'base64'): number[] {
  const { length } = Buffer.from(encoded, encoding)
  const even = Array.from({ length: count }, (_, at) => Math.round((at * (length - 1)) / (count - 1)))
  return [...new Set(even)]
}
