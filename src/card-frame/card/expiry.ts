import { digitsIn, groupsIn } from './digits.ts'
import type { Mask } from './mask.ts'

/** Years ahead that an expiry may be; a later year, such as 99, is a typo or long past. */
const FARTHEST = 30

/** `MM / YY`, from any order and length that a shopper, a clipboard or autofill enters. */
export const expiryMask: Mask = {
  read: (raw) => yearFirst(raw) ?? monthFirst(raw),
  show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
}

/** A complete date with the year first: `2034-12`, `2034 / 12` or `203412`. */
function yearFirst(raw: string): string | undefined {
  const [, year, month] = /^20(\d\d) ?(0[1-9]|1[0-2])$/.exec(groupsIn(raw).join(' ')) ?? []
  return year && month && month + year
}

/** A day beside month and year is not guessed at, nor is a month of two digits that cannot be one. */
function monthFirst(raw: string): string {
  const digits = digitsIn(raw)
  const [first, ...more] = groupsIn(raw)
  if (more[1]) return ''
  const alone = first?.length === 1 && /\d\D/u.test(plain(raw))
  const padded = alone || (!more[0] && /^(?:[2-9]|1[3-9])/.test(digits)) ? `0${digits}` : digits
  return padded.slice(0, 2) + shortYear(padded.slice(2))
}

/** Shortens a year of four digits once it is complete; until then all of its digits stay. */
const shortYear = (digits: string): string =>
  digits.startsWith('20') ? (digits.length < 4 ? digits : digits.slice(2, 4)) : digits.slice(0, 2)

const plain = (raw: string): string => [...raw].map((character) => digitsIn(character) || '/').join('')

/** The month, YYYYMM, that a full `MM / YY` names. */
export function monthIn(value: string): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsIn(value)) ?? []
  return year && month && `20${year}${month}`
}

/**
 * What is wrong with an expiry date, as a key of the texts. `oldest` is the oldest month, YYYYMM, that is not past; while
 * it is unknown no month is refused, since the shopper's clock may be wrong and the bank decides.
 */
export function checkExpiry(
  value: string,
  oldest: string | undefined,
): 'expiryMissing' | 'expiryWrong' | 'expiryPast' | undefined {
  if (!value) return 'expiryMissing'
  const expiry = monthIn(value)
  if (!expiry) return 'expiryWrong'
  if (!oldest) return undefined
  if (yearOf(expiry) > yearOf(oldest) + FARTHEST) return 'expiryWrong'
  return expiry < oldest ? 'expiryPast' : undefined
}

const yearOf = (month: string): number => Number(month.slice(0, 4))
