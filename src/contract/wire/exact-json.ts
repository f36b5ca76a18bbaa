/** A text in quotes, as far as it goes, or a whole number of sixteen digits or more. */
const tokens = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * JSON text in which each whole number that a JavaScript number cannot hold is a text of its digits. Numbers of cards
 * and accounts and Longs may have so many (card management 2.1).
 */
export const withExactNumbers = (json: string): string => quoted(json, tokens, isExact)

/** A text in quotes, as far as it goes, or a whole number with a fraction of zeros. */
const fractions = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|(?<![\d.eE+-])-?\d+\.0+(?![\d.eE])/g

/** JSON with exact numbers in which a whole number that is written with a fraction, as `1000.0`, is a text too, since it is no Integer. */
export const withWrittenNumbers = (json: string): string => quoted(withExactNumbers(json), fractions, () => false)

const quoted = (json: string, tokens: RegExp, isKept: (number: string) => boolean): string =>
  json.replace(tokens, (token) => (token.startsWith('"') || isKept(token) ? token : `"${token}"`))

const isExact = (digits: string): boolean => Number.isSafeInteger(Number(digits))

/** Parses JSON; a whole number that is not exact becomes a text of its digits. */
export const parseExactly = (json: string): unknown => JSON.parse(withExactNumbers(json))

/** Writes JSON; a bigint becomes a number of all its digits. */
export function stringifyExactly(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map((entry) => stringifyExactly(entry ?? null)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyExactly(member)}`).join()}}`
}
