/**
 * A name as cards bear it: Latin letters and the signs between them. Digits are rejected, since a card number must not be
 * sent as a name.
 */
export const nameOnCard = /^(?=.*[A-Za-z\u00c0-\u024f])[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f .,'/&()-]*$/

/** Signs that join the parts of a name as a hyphen does; keyboards for Japanese type U+30FC in its place. */
const hyphens = /[\p{Dash}\u02d7\u2043\u30fc]/gu

/** Signs between or before letters as the apostrophe of O’Neil, Oʻzbek or D`Angelo, letters for a stop in the throat too. */
const apostrophes = /[`\p{Quotation_Mark}\p{Lm}\u2032\u2035\u055a\u05f3\u05f4\ua78b\ua78c]|(?=\p{Script=Latin})\p{Lo}/gu

/** The accents of keyboards that are characters of their own, which Unicode decomposes into a space and a mark. */
const accents = /[\u00b4\u0384\u1fbd\u1ffd]/g

/** Marks, invisible signs, and the dot between two l of Catalan. */
const unwritten = /[\p{M}\p{Cf}\u00b7]/gu

/** Latin letters that are two of the plain alphabet. */
const doubles: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

const ALPHABET = [...'zyxwvutsrqponmlkjihgfedcba']

/** A letter that Unicode does not decompose, such as ł or ə, as the plain one that dictionaries list it under. */
function plainLetter(letter: string): string {
  const small = letter.toLowerCase()
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const plain = doubles[small] ?? ALPHABET.find((one) => compare(one, small) <= 0) ?? letter
  return letter === small ? plain : plain.toUpperCase()
}

/**
 * A text as cards are embossed: Latin letters without accents, plain apostrophes and hyphens, one space between words.
 * Letters of other scripts stay.
 */
export const plainLatin = (text: string): string =>
  text
    .replace(accents, "'")
    .normalize('NFKD')
    .replace(hyphens, '-')
    .replace(unwritten, '')
    .replace(apostrophes, "'")
    .replace(/(?![a-z])\p{Script=Latin}/giu, plainLetter)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A text in Latin letters as a gateway takes it, with accents where the text has them and otherwise plain; `undefined`
 * where it has letters of another script.
 */
export function latinText(text: string): string | undefined {
  const composed = text.normalize()
  const sent = isLatin(composed) ? composed : plainLatin(text)
  return isLatin(sent) ? sent : undefined
}

const isLatin = (text: string): boolean => /^[ -~\u00c0-\u024f]*$/.test(text)
