/** An instant as answers format it: ISO 8601 to the second, with its offset. */
export const dated = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')

/** A responseCode where an Integer is expected: digits as a decimal, a code with a letter in base 36. */
export const numberOfCode = (responseCode: string): number =>
  Number.parseInt(responseCode, /^\d+$/.test(responseCode) ? 10 : 36)
