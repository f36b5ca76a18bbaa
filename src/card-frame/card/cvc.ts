import type { Brand } from './brand.ts'
import { digitsIn } from './digits.ts'
import type { Mask } from './mask.ts'

/** Digits only, no more than the card's brand has. */
export const cvcMask = ({ code: [, most] }: Brand): Mask => ({
  read: (raw) => digitsIn(raw).slice(0, most),
  show: (digits) => digits,
})

/** What is wrong with a security code, as a key of the texts. */
export function checkCvc(value: string, { code: [least, most] }: Brand): 'cvcMissing' | 'cvcShort' | undefined {
  if (!value) return least === 0 ? undefined : 'cvcMissing'
  return value.length < Math.max(3, least) || value.length > most ? 'cvcShort' : undefined
}

/** How many digits the texts ask the shopper to enter. */
export const codeLength = ({ code: [least] }: Brand): string => String(Math.max(3, least))
