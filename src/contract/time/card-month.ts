/** Milliseconds: a card is good until its month is over in the last time zone on Earth. */
const LATEST = 12 * 3_600_000

/** The oldest month, YYYYMM, to whose end a card may be good at a time in Unix milliseconds. */
export const cardMonth = (now: number): string => new Date(now - LATEST).toISOString().slice(0, 7).replace('-', '')
