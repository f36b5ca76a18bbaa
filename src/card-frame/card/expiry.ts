import { groupsIn } from './digits.ts'
import type { Mask } from './mask.ts'
import { partsIn, type Parts } from './places.ts'

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
  const isDate = first !== '' && more.length === 0 && (second === undefined || padded.length <= 2)
  return isDate && YEAR.test(parts[1]!) ? parts : undefined
}

/** Shortens a year of four digits once it is complete; until then all of its digits stay. */
const shortYear = (digits: string): string => (digits.length === 4 ? digits.slice(2) : digits)

/** The month that a full `MM / YY` names; while one corrects it, it may have a digit only. */
export function monthIn(value: string): Month | undefined {
  const [month = '', year = ''] = partsIn(value)
  return expiryMask.isComplete([month, year]) ? { month: Number(month), year: 2000 + Number(year) } : undefined
}

/** What is wrong with an expiry date, as a key of the texts; a card is good until the end of its month. */
export function checkExpiry(value: string, today: Month): 'expiryMissing' | 'expiryWrong' | 'expiryPast' | undefined {
  if (!value) return 'expiryMissing'
  const expiry = monthIn(value)
  if (!expiry || expiry.year > today.year + FARTHEST) return 'expiryWrong'
  return months(expiry) < months(today) ? 'expiryPast' : undefined
}

const months = ({ year, month }: Month): number => year * 12 + month
