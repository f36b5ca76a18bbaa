import { PART, xor } from '../keys/des.ts'
import { bytesOf, hexOf } from '../keys/des-key.ts'

const ACCOUNT_DIGITS = 12
/** Format 0, the length, the digits, and filling to the end of the block. */
const blockForm = /^0([0-9A-F])(\d+)F*$/

/** The digits of a PIN and the card's number as an ISO 9564 format 0 block, in clear text. */
export function pinBlock(digits: string, pan: string): Buffer {
  const field = `0${digits.length.toString(16)}${digits}`.padEnd(PART * 2, 'F')
  return xor(bytesOf(field), accountField(pan))
}

/** The digits in a clear-text block, or `undefined` if it is not a block of that card. */
export function digitsIn(block: Buffer, pan: string): string | undefined {
  const [, length, digits] = blockForm.exec(hexOf(xor(block, accountField(pan)))) ?? []
  return digits?.length === Number.parseInt(length!, 16) ? digits : undefined
}

/** The last twelve digits of a card's number before its check digit. */
const accountField = (pan: string): Buffer =>
  bytesOf(
    pan
      .slice(0, -1)
      .slice(-ACCOUNT_DIGITS)
      .padStart(PART * 2, '0'),
  )
