/** Twelve digits and more, also in groups: each may be a card number. */
const long = /\d(?:[ .\u00a0-]?\d){11,}/g

/** A sentence of the bank's for an error: one line, no more than 300 characters, and of long numbers the last four digits. */
export const plainSentence = (sentence: string): string =>
  sentence
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replace(long, (digits) => `****${digits.slice(-4)}`)
    .slice(0, 300)
