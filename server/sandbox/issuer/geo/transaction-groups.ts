/**
 * Groups of payments for geographic rules. The document shows none (card management 4.4): these are the
 * sandbox's.
 */
export const transactionGroups: ReadonlyMap<number, string> = new Map([
  [1, 'Internet purchase'],
  [2, 'Terminal purchase'],
  [3, 'Cash'],
  [4, 'Transfer'],
])

/** By how a payment is made. */
const groupOfEntryMode = { remote: 1, terminal: 2, transfer: 4 } as const

/** Merchant category codes of ISO 18245 that take precedence over how a payment is made. */
const groupOfMcc: ReadonlyMap<number, number> = new Map([
  [6010, 3],
  [6011, 3],
  [4829, 4],
  [6536, 4],
  [6537, 4],
  [6538, 4],
])

/** The group of a payment to a merchant of that category. */
export const groupOf = (mcc: number, entryMode: keyof typeof groupOfEntryMode): number =>
  groupOfMcc.get(mcc) ?? groupOfEntryMode[entryMode]
