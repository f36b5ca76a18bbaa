/** Currencies of ISO 4217 whose minor unit is not a hundredth, by numeric code: digits after the decimal point. */
const exponents: Readonly<Record<string, number>> = {
  '048': 3,
  '108': 0,
  '152': 0,
  '174': 0,
  '262': 0,
  '324': 0,
  '352': 0,
  '368': 3,
  '392': 0,
  '400': 3,
  '410': 0,
  '414': 3,
  '434': 3,
  '512': 3,
  '548': 0,
  '600': 0,
  '646': 0,
  '704': 0,
  '788': 3,
  '800': 0,
  '940': 0,
  '950': 0,
  '952': 0,
  '953': 0,
}

export const exponentOf = (currency: string): number => exponents[currency] ?? 2

/** False for what can never be paid in: no code at all, the code for testing, and the code for “no currency”. */
export const isCurrency = (code: string): boolean => /^\d{3}$/.test(code) && !['000', '963', '999'].includes(code)
