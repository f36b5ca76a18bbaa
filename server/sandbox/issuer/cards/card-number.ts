import type { Random } from '#contract/ports.ts'

/** A card number of 16 digits: the issuer's, nine random ones, and the check digit (ISO/IEC 7812-1). */
export function drawCardNumber(bin: string, random: Random): string {
  const account = Array.from(random.bytes(9), (byte) => byte % 10).join('')
  return `${bin}${account}${checkDigit(`${bin}${account}`)}`
}

/** The check digit of a number by the Luhn formula. */
export const checkDigit = (digits: string): number =>
  (10 - ([...digits].toReversed().reduce((sum, digit, at) => sum + weighed(Number(digit), at), 0) % 10)) % 10

const weighed = (digit: number, at: number): number => (at % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0))
