import type { ResponseCode } from '#contract/issuing/response-codes.ts'

const PENDING = -30001
const REFUSED = 5

/** actionCode by the issuer's responseCode (both: family). */
const table: Readonly<Record<ResponseCode, number>> = {
  '00': 0,
  '01': 1,
  '03': 109,
  '04': 4,
  '05': REFUSED,
  '12': 2002,
  '13': 110,
  '14': 71015,
  '15': REFUSED,
  '16': 62,
  '30': 904,
  '31': 912,
  '33': 101,
  '36': 2030,
  '37': 63,
  '41': 208,
  '43': 823,
  '51': 116,
  '55': 117,
  '57': 120,
  '61': 121,
  '62': 62,
  '65': 123,
  '68': PENDING,
  '75': 106,
  '77': 78,
  '78': 914,
  '79': 2012,
  '85': 1,
  '91': 907,
  '92': 904,
  '94': 8204,
  '95': 968,
  '96': 909,
  '97': 181,
  A1: REFUSED,
  A2: REFUSED,
  A3: REFUSED,
  A8: REFUSED,
  A9: REFUSED,
  AA: REFUSED,
  AB: 71015,
  AD: REFUSED,
  AG: REFUSED,
}

/** Codes that the sandbox's issuer never returns, but another issuer of the family may. */
const others = [
  ['54', 101],
  ['76', 106],
  ['81', 71015],
  ['82', 71015],
  ['AC', 71015],
  ['AF', 71015],
] as const

const byCode: ReadonlyMap<string, number> = new Map([...Object.entries(table), ...others])

/** The responseCode that says the issuer has not decided. */
export const UNANSWERED = '68'
/** The responseCodes for an issuer that cannot be reached, and for one whose answer is invalid. */
export const UNREACHABLE = '91'
export const MALFUNCTION = '96'

/** The actionCode of a responseCode; an unknown one is a plain refusal. */
export const actionFor = (responseCode: string): number => byCode.get(responseCode) ?? REFUSED
