import type { IssuerContext } from '../context.ts'
import { decipher, encipher, PART, partsOf, xor } from './des.ts'
import { bytesOf, hexOf } from './des-key.ts'
import { cvcKeys } from './master-keys.ts'
import type { Card } from '../records.ts'

/** The service code of a value that is printed on the card or given to its holder. */
const SERVICE_CODE = '000'
const BLOCKS = 2
const LENGTH = 3

/**
 * The CVV of the payment networks, from a number, an expiry (four digits), a service code (three digits) and the keys A
 * and B, concatenated.
 */
export function cardVerificationValue(keys: Buffer, pan: string, expiry: string, serviceCode: string): string {
  const [keyA, keyB] = partsOf(keys) as [Buffer, Buffer]
  const digits = `${pan}${expiry}${serviceCode}`.padEnd(BLOCKS * PART * 2, '0')
  const [first, second] = partsOf(bytesOf(digits)) as [Buffer, Buffer]
  const under = encipher(keyA, xor(encipher(keyA, first), second))
  return decimal(hexOf(encipher(keyA, decipher(keyB, under)))).slice(0, LENGTH)
}

/** The decimal digits in their order, then the letters in theirs, A as 0 to F as 5. */
const decimal = (hex: string): string =>
  hex.replace(/\D/g, '') + hex.replace(/\d/g, '').replace(/\D/g, (letter) => String(Number.parseInt(letter, 16) - 10))

/** The CVC2 of a card: the one on file, or one computed by the issuer's keys from its number and expiry (YYMM). */
export const cvcOf = (context: IssuerContext, { pan, expiry, cvc }: Card): string =>
  cvc ?? cardVerificationValue(cvcKeys(context), pan, expiry.slice(2), SERVICE_CODE)
