import { groupsIn } from './digits.ts'
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
 * name, in the language or in English, begins as a word of three letters or more. A text with letters is empty where a
 * year stands without a month, or a day with one; all else is read by the mask.
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
  if (!/^(20)?\d\d$/.test(groups)) return months[0] ? '' : text
  return months.length === 1 ? `${months[0]}/${groups}` : ''
}

/** What the form reads of a text that is pasted into a field. */
export const pasted: Readonly<Record<string, (text: string, language: string) => string>> = {
  number: numberIn,
  expiry: expiryIn,
}
