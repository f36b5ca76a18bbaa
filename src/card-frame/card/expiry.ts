import { digitsIn, groupsIn } from './digits.ts'
import type { Mask } from './mask.ts'

/** A month of a year, 1 to 12. */
export interface Month {
  readonly year: number
  readonly month: number
}

/** The month of a time in Unix milliseconds, where the shopper is. */
export function monthAt(now: number): Month {
  const date = new Date(now)
  return { year: date.getFullYear(), month: date.getMonth() + 1 }
}

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

/** The month that a full `MM / YY` names. */
export function monthIn(value: string): Month | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsIn(value)) ?? []
  return year === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) }
}

/** What is wrong with an expiry date, as a key of the texts; a card is good until the end of its month. */
export function checkExpiry(value: string, today: Month): 'expiryMissing' | 'expiryWrong' | 'expiryPast' | undefined {
  if (!value) return 'expiryMissing'
  const expiry = monthIn(value)
  if (!expiry || expiry.year > today.year + FARTHEST) return 'expiryWrong'
  return months(expiry) < months(today) ? 'expiryPast' : undefined
}

const months = ({ year, month }: Month): number => year * 12 + month
