import type { Brand } from './brand.ts'
import { digitsIn } from './digits.ts'
import type { Mask } from './mask.ts'

/** Digits only, no more than the card's brand has. */
export const cvcMask = (brand: Brand): Mask => ({
  parts: 1,
  read(text) {
    const digits = digitsIn(text)
    return digits ? [digits] : undefined
  },
  show: ([digits = '']) => digits,
  fits: ([digits = '']) => digits.length <= brand.code[1],
  isComplete: ([digits = '']) => digits !== '' && !checkCvc(digits, brand),
})

/** What is wrong with a security code, as a key of the texts. */
export function checkCvc(value: string, { code: [least, most] }: Brand): 'cvcMissing' | 'cvcShort' | undefined {
  if (!value) return least === 0 ? undefined : 'cvcMissing'
  return value.length < Math.max(3, least) || value.length > most ? 'cvcShort' : undefined
}

/** How many digits the texts ask the shopper to enter. */
export const codeLength = ({ code: [least] }: Brand): string => String(Math.max(3, least))
