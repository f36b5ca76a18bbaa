const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Characters below which two ids might be shortened to the same text: 80 bits. */
const SHORTEST = 16

/**
 * An id of a shop system in at most `length` characters, the same each time: as it is where it fits, a UUID without its
 * hyphens, anything longer as its SHA-256 in Base32. An `orderNumber` has room for 32 characters and a `refundId` for 30.
 * Throws a RangeError for fewer than 16 characters, which a hash would not keep apart.
 *
 * @example
 * ```ts
 * import { shortId } from 'tender-checkout/merchant'
 *
 * export const orderNumber = await shortId('payses_01JX8Q5S3N6V4T9Y2B7C0D1E2F', 32)
 * export const refundId = await shortId('5b1f0f6e-8a43-4f0e-9d7b-2f6f0c1d9e33', 30)
 * ```
 */
export async function shortId(id: string, length: number): Promise<string> {
  if (length < SHORTEST) throw new RangeError(`${length} characters are too few: at least ${SHORTEST}`)
  if (id.length <= length) return id
  const plain = id.replaceAll('-', '')
  if (/^[\da-f]{32}$/i.test(plain) && plain.length <= length) return plain
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id)))
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from(
    { length: Math.min(length, 51) },
    (_, at) => ALPHABET[parseInt(bits.slice(5 * at, 5 * at + 5), 2)],
  ).join('')
}
