import { digitsIn, groupsIn } from './digits.ts'
import { expiryMask } from './expiry.ts'
import { checkNumber } from './number.ts'

/** What stands beside a number and not in it: the month of a date, or signs other than a single space, a dash or a dot. */
const BESIDE = /\P{N}\p{N}{1,2} ?[/.-]|[^\p{N}\p{Z}\p{Pd}.]|\p{Z}{2}/u

/**
 * The card number in a pasted text: its first part that is a valid number, or else its first group of digits that is one.
 * Parts come first, since a number may have spaces at odd places. A text without a valid number is returned as it is.
 */
const numberIn = (text: string): string =>
  [...text.split(BESIDE), ...groupsIn(text)].find((part) => part.length > 11 && !checkNumber(part)) ?? text

/** The names of a month, alone and as in a date, where Slavic languages inflect it; none where it has only its number. */
const namesOf = (number: number, locale: string): readonly string[] =>
  ([{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const)
    .map((parts) => {
      const written = new Intl.DateTimeFormat(locale, { ...parts, calendar: 'gregory' })
      return written
        .formatToParts(new Date(2034, number - 1))
        .find(({ type }) => type === 'month')!
        .value.toLowerCase()
    })
    .filter((name) => !/\p{N}/u.test(name))

/**
 * The expiry date in a pasted text, with its month in digits: `12/2034` for `Dec 2034`. The month is the only one whose
 * name, in the language or in English, begins as a word of three letters or more. A text with letters loses its digits where
 * a year stands without a month, or a day with one, so that the mask refuses it; all else is read by the mask.
 */
function expiryIn(text: string, language: string): string {
  if (!/\p{L}/u.test(text)) return text
  const groups = groupsIn(text).join(' ')
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []
  const isNamed = (number: number): boolean =>
    [language, 'en'].some((locale) =>
      namesOf(number, locale).some((name) => words.some((word) => name.startsWith(word))),
    )
  const months = [...Array(13).keys()].filter((number) => number && isNamed(number))
  const isYear = /^(20)?\d\d$/.test(groups)
  if (isYear && months.length === 1) return `${months[0]}/${groups}`
  return isYear || months[0] ? text.replace(/\p{N}/gu, '') : text
}

/** The security code in a pasted text, without the digit of its name, as in `CVV2`. */
function codeIn(text: string): string {
  const [code = '', ...more] = groupsIn(text).toReversed()
  return code.length > 2 && more.every(({ length }) => length === 1) ? code : text
}

/** What the form reads of a text that is pasted into a field. */
export const pasted: Readonly<Record<string, (text: string, language: string) => string>> = {
  number: numberIn,
  expiry: expiryIn,
  cvc: codeIn,
}

/** The card that the lines of a text name, as an app of a bank copies it; `undefined` where they name one field or none. */
export function cardIn(text: string, language: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split(/[\r\n]+/)
  const numbers = lines.filter((line) => !checkNumber(numberIn(line)))
  const dates = lines.filter((line) => !numbers.includes(line) && isDate(expiryIn(line, language)))
  // Four digits are a date only where no line has the month apart from the year.
  const date = dates.find((line) => /^\d{1,4}\D+\d/.test(expiryIn(line, language).trim())) ?? dates[0]
  const code = lines.find((line) => line !== date && /^\d{3,4}$/.test(codeIn(line)))
  const card = {
    ...(numbers[0] && { number: numberIn(numbers[0]) }),
    ...(date && { expiry: expiryIn(date, language) }),
    ...(code && { cvc: codeIn(code) }),
  }
  return Object.keys(card).length > 1 ? card : undefined
}

function isDate(text: string): boolean {
  const parts = expiryMask.read(text)
  return parts !== undefined && digitsIn(text).length > 3 && expiryMask.isComplete(parts)
}
