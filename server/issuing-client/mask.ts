/** Twelve digits and more, also in groups: each may be a card number. */
const long = /\d(?:[ .\u00a0-]?\d){11,}/g

/** The bank's sentence for an error: one line of at most 300 characters, with the last four digits of long numbers. */
export const plainSentence = (sentence: string): string =>
  sentence
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replace(long, (digits) => `****${digits.slice(-4)}`)
    .slice(0, 300)
