import { createDecipheriv } from 'node:crypto'
import { lengthened, PART, xor } from '../keys/des.ts'
import { bytesOf, hexOf } from '../keys/des-key.ts'

const BYTES = 16
/** Format 4, the length, the digits, and filling to the end of the first half; the second half is random. */
const fieldForm = /^4([0-9A-F])(\d+)A*$/

/**
 * The digits in an ISO 9564 format 4 block, which is encrypted with AES under the same key as the blocks of format 0;
 * `undefined` if it is not a block of that card.
 */
export function digitsInFormat4(key: Buffer, block: Buffer, pan: string): string | undefined {
  const field = opened(key, xor(opened(key, block), accountField(pan)))
  const [, length, digits] = fieldForm.exec(hexOf(field).slice(0, BYTES)) ?? []
  return digits?.length === Number.parseInt(length!, 16) ? digits : undefined
}

/** The length of a card's number beyond twelve digits, the number, and zeros. */
const accountField = (pan: string): Buffer => bytesOf(`${(pan.length - 12).toString(16)}${pan}`.padEnd(BYTES * 2, '0'))

const opened = (key: Buffer, block: Buffer): Buffer =>
  createDecipheriv(algorithmFor(key), aesKey(key), null).setAutoPadding(false).update(block)

const aesKey = (key: Buffer): Buffer => lengthened(key, Math.max(key.length / PART, 2))

const algorithmFor = (key: Buffer): string => `aes-${aesKey(key).length * 8}-ecb`
