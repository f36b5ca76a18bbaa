/** Milliseconds: a card is good until its month is over in the last time zone on Earth. */
const LATEST = 12 * 3_600_000

/** The oldest month, YYYYMM, to whose end a card may be good at a time in Unix milliseconds. */
export const cardMonth = (now: number): string => new Date(now - LATEST).toISOString().slice(0, 7).replace('-', '')

/** The ways in which gateways of the family write a month; four digits alone may be either way round. */
const spellings = [
  /^20(?<year>\d\d)[-/.]?(?<month>0[1-9]|1[0-2])$/,
  /^(?<month>0[1-9]|1[0-2])[-/.](?:20)?(?<year>\d\d)$/,
]

/** The month of a card's expiry, YYYYMM, that a gateway's text names; `undefined` where it cannot be read. */
export function cardMonthIn(text: string): string | undefined {
  const { year, month } = spellings.map((one) => one.exec(text)?.groups).find(Boolean) ?? {}
  return year && month && `20${year}${month}`
}
