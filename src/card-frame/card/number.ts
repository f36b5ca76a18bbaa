import { brandOf } from './brand.ts'
import { digitsIn } from './digits.ts'
import { luhn } from './luhn.ts'
import type { Mask } from './mask.ts'

/** Groups digits as the brand prints them, and allows no more than its longest number. */
export const numberMask: Mask = {
  read(raw) {
    const digits = digitsIn(raw)
    return digits.slice(0, brandOf(digits).longest)
  },
  show(digits) {
    const { gaps } = brandOf(digits)
    return [...digits].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('')
  },
}

/** What is wrong with a card number, as a key of the texts. */
export function checkNumber(value: string): 'numberMissing' | 'numberShort' | 'numberWrong' | undefined {
  const digits = digitsIn(value)
  const brand = brandOf(digits)
  if (!digits) return 'numberMissing'
  if (digits.length < brand.shortest) return 'numberShort'
  return brand.checked && !luhn(digits) ? 'numberWrong' : undefined
}
