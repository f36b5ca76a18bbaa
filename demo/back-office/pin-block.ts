import * as z from 'zod/mini'
import { bytesOf, hexOf } from '#sandbox/issuer/keys/des-key.ts'
import { encipher } from '#sandbox/issuer/keys/des.ts'
import { unwrapped } from '#sandbox/issuer/keys/key-schemes.ts'
import { masterKeyOf, publishedKeys } from '#sandbox/issuer/keys/master-keys.ts'
import { pinBlock } from '#sandbox/issuer/pins/pin-block.ts'
import { cardNumber } from '#sandbox/issuer/requests/field-rules.ts'

const optional = (pattern: RegExp, rule: string) => z.optional(z.string().check(z.regex(pattern, rule)))

/** A PIN and how to encrypt it; an empty field counts as absent. */
const PinBlockRequest = z.strictObject({
  pin: z.string().check(z.regex(/^\d{4,12}$/, '4 to 12 digits')),
  cardNumber,
  /** The terminal's key for PIN, in hexadecimal digits; the published one when absent. */
  key: optional(/^(?:(?:[0-9A-Fa-f]{16}){1,3})?$/, '16, 32 or 48 hexadecimal digits'),
  /** Set when `key` is encrypted under the master key of this host, as generateKey returns it. */
  hostId: optional(/^\d{0,9}$/, 'up to 9 digits'),
})
type PinBlockRequest = z.infer<typeof PinBlockRequest>

/**
 * Encrypts a PIN as a terminal does, into an ISO 9564 format 0 block under its key; otherwise returns what is invalid.
 */
export function sealedPin(request: unknown): { readonly pinBlock: string } | { readonly message: string } {
  const read = PinBlockRequest.safeParse(request)
  if (!read.success) {
    const [{ path, message }] = read.error.issues as [z.core.$ZodIssue]
    return { message: `${path.join('.') || 'the request'} must be ${message}` }
  }
  const { pin, cardNumber } = read.data
  return { pinBlock: hexOf(encipher(keyIn(read.data), pinBlock(pin, cardNumber))) }
}

function keyIn({ key, hostId }: PinBlockRequest): Buffer {
  if (!key) return bytesOf(publishedKeys.pin)
  return hostId ? unwrapped(masterKeyOf(Number(hostId)), key) : bytesOf(key)
}
