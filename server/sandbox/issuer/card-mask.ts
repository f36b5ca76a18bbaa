/** Digits at both ends that the mask of a card number shows. */
export const [SHOWN_FIRST, SHOWN_LAST] = [6, 4]

/** A card number with stars for its middle, as long as the number (card management 2.7). */
export const maskOf = (pan: string): string =>
  `${pan.slice(0, SHOWN_FIRST)}${'*'.repeat(pan.length - SHOWN_FIRST - SHOWN_LAST)}${pan.slice(-SHOWN_LAST)}`
