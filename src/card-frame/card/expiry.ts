import { groupsIn } from './digits.ts'
import type { Mask } from './mask.ts'
import { partsIn, type Parts } from './places.ts'

/** Years ahead that an expiry may be; a later year, such as 99, is a typo or long past. */
const FARTHEST = 30

/** A year as it is typed: two digits, or four with 20 in front. */
const YEAR = /^(?:\d{0,2}|20\d{0,2})$/

/** `MM / YY`, from any order and length that a shopper, a clipboard or autofill enters. */
export const expiryMask: Mask = {
  parts: 2,
  read: (text) => yearFirst(text) ?? monthFirst(text),
  show: ([month = '', year = '']) => (year || month.length > 1 ? `${month} / ${shortYear(year)}` : month),
  fits: ([month = '', year = '']) => month.length <= 2 && YEAR.test(year),
  isComplete: ([month = '', year = '']) => /^(?:0?[1-9]|1[0-2])$/.test(month) && shortYear(year).length === 2,
}

/** A complete date with the year first: `2034-12`, `2034-7`, `2034 / 12` or `203412`. */
function yearFirst(text: string): Parts | undefined {
  const [, year, month, single] = /^20(\d\d)(?: ?(0[1-9]|1[0-2])| ([1-9]))$/.exec(groupsIn(text).join(' ')) ?? []
  return year === undefined ? undefined : [month ?? `0${single}`, year]
}

/** A day beside month and year is not guessed at, nor is a month of two digits that cannot be one. */
function monthFirst(text: string): Parts | undefined {
  const [first = '', second, ...more] = groupsIn(text)
  const isEnded = second !== undefined || /\p{N}[^\p{N}\p{L}]/u.test(text)
  const isPadded = isEnded ? /^[1-9]$/.test(first) : /^(?:[2-9]|1[3-9])/.test(first)
  const padded = isPadded ? `0${first}` : first
  const parts = [padded.slice(0, 2), padded.slice(2) + (second ?? '')]
  const isDate = first !== '' && more.length === 0 && (second === undefined || padded.length === 2)
  return isDate && YEAR.test(parts[1]!) ? parts : undefined
}

/** Shortens a year of four digits once it is complete; until then all of its digits stay. */
const shortYear = (digits: string): string => (digits.length === 4 ? digits.slice(2) : digits)

/** The month, YYYYMM, that a full `MM / YY` names; while one corrects it, it may have a digit only. */
export function monthIn(value: string): string | undefined {
  const [month = '', year = ''] = partsIn(value)
  return expiryMask.isComplete([month, year]) ? `20${year}${month.padStart(2, '0')}` : undefined
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
