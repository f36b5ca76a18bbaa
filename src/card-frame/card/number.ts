import { brandOf } from './brand.ts'
import { digitsIn } from './digits.ts'
import type { Mask } from './mask.ts'

/** Whether the last digit is the check digit of the rest (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

/**
 * A word and a date after it, as in a number that was copied with its expiry. It begins where digits end, so that a long
 * text without any is read once.
 */
const WITH_DATE = /(?<=^|\p{N})[^\p{N}\p{L}]*\p{L}\P{N}*\d\d? ?\/ ?\d\d.*/su

/** Groups digits as the brand prints them, and has room for its longest number. */
export const numberMask: Mask = {
  parts: 1,
  read(text) {
    const digits = digitsIn(text.replace(WITH_DATE, ''))
    return digits ? [digits] : undefined
  },
  show([digits = '']) {
    const { gaps } = brandOf(digits)
    return [...digits].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('')
  },
  fits: ([digits = '']) => digits.length <= brandOf(digits).longest,
  isComplete: ([digits = '']) => !checkNumber(digits),
}

/** What is wrong with a card number, as a key of the texts. */
export function checkNumber(value: string): 'numberMissing' | 'numberShort' | 'numberWrong' | undefined {
  const digits = digitsIn(value)
  const brand = brandOf(digits)
  if (!digits) return 'numberMissing'
  if (digits.length < brand.shortest) return 'numberShort'
  return digits.length > brand.longest || (brand.checked && !luhn(digits)) ? 'numberWrong' : undefined
}
