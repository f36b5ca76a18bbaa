import { digitsIn } from '../card/digits.ts'
import type { Problem } from '../form/form-context.ts'
import type { AddressFormat } from './tables/formats.ts'

/** Longest postal code that the gateway takes, in characters (online gateway 2.4). */
const MAX_LENGTH = 9

/** In capitals, with digits of any script as `0` to `9`, and without the mark that Japan writes before it. */
const plainOf = (typed: string): string =>
  [
    ...typed
      .replace(/\p{Cf}/gu, '')
      .trim()
      .replace(/^〒\s*/, '')
      .replace(/[\p{Dash}\u30fc]/gu, '-')
      .replace(/\s+/g, ' '),
  ]
    .map((sign) => digitsIn(sign) || sign)
    .join('')
    .toUpperCase()

/** The postal code to send; one that is too long is sent without its spaces and hyphens. */
export function postalCodeOf(typed: string): string {
  const plain = plainOf(typed)
  return plain.length > MAX_LENGTH ? plain.replace(/[ -]/g, '') : plain
}

export function postalProblem(typed: string, [, , , rule, example]: AddressFormat): Problem | undefined {
  const isGood = !rule || new RegExp(`^(?:${rule})$`).test(plainOf(typed))
  if (isGood && postalCodeOf(typed).length <= MAX_LENGTH) return undefined
  return example ? 'fieldWrong' : 'postalCodeMissing'
}
