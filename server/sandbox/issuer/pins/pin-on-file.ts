import type { CardAcceptorParameters } from '#server-contract/issuing/blocks.ts'
import { Declined, declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { decipher, encipher } from '../keys/des.ts'
import { bytesOf, hexOf } from '../keys/des-key.ts'
import { localMasterKey } from '../keys/master-keys.ts'
import { pinKeyOf } from '../keys/terminal-keys.ts'
import type { Card } from '../records.ts'
import { digitsIn, pinBlock } from './pin-block.ts'
import { digitsInFormat4 } from './pin-block-4.ts'

type From = CardAcceptorParameters | undefined

const pinForm = /^\d{4,12}$/

/** Hexadecimal digits of a block of format 4; one of format 0 has half as many. */
const FORMAT_4_DIGITS = 32

/**
 * The PIN in a block from a terminal: ISO 9564 format 0 or 4, in hexadecimal digits, under the terminal's key for PIN.
 * Declines with 92 if it contains none.
 */
export function pinIn(context: IssuerContext, { pan }: Card, block: string, from: From, field: string): string {
  const [key, bytes] = [pinKeyOf(context, from), bytesOf(block)]
  const isFormat4 = block.length === FORMAT_4_DIGITS
  const pin = isFormat4 ? digitsInFormat4(key, bytes, pan) : digitsIn(decipher(key, bytes), pan)
  if (pin === undefined)
    throw new Declined(
      '92',
      `${field} is no ISO 9564 format ${isFormat4 ? 4 : 0} block of this card under the terminal's key for PIN`,
    )
  declineIf(!pinForm.test(pin), '92', `${field} has a PIN of ${pin.length} digits, not of 4 to 12`)
  return pin
}

/** Digits encrypted for a terminal: a format 0 block under its key for PIN, in hexadecimal digits. */
export const sealedFor = (context: IssuerContext, { pan }: Card, digits: string, from: From): string =>
  hexOf(encipher(pinKeyOf(context, from), pinBlock(digits, pan)))

/** A PIN as {@link Card} stores it: its block under the local master key. */
export const pinToKeep = (context: IssuerContext, { pan }: Card, pin: string): string =>
  hexOf(encipher(localMasterKey(context), pinBlock(pin, pan)))

/** The PIN of a card. Declines with A8 if it has none. */
export function pinOnFile(context: IssuerContext, { pan, pin }: Card): string {
  if (pin === undefined) throw new Declined('A8', 'the card has no PIN yet; changePin sets one')
  return digitsIn(decipher(localMasterKey(context), bytesOf(pin)), pan)!
}
