import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { ResponseCode } from '#server-contract/issuing/response-codes.ts'

const REFUSED = 5

/** actionCode by the issuer's responseCode (both: family). */
const table: Readonly<Record<ResponseCode, number>> = {
  '00': actionCode.success,
  '01': 1,
  '03': 109,
  '04': 4,
  '05': REFUSED,
  '08': 1,
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
  '68': actionCode.pending,
  '75': 106,
  '76': 106,
  '77': 78,
  '78': 914,
  '79': 2012,
  '81': 71015,
  '82': 71015,
  '85': 1,
  '90': 90,
  '91': 907,
  '92': 904,
  '93': 181,
  '94': 8204,
  '95': 968,
  '96': 909,
  '97': 181,
  '98': REFUSED,
  A1: REFUSED,
  A2: REFUSED,
  A3: REFUSED,
  A4: 63,
  A6: 904,
  A7: 904,
  A8: REFUSED,
  A9: REFUSED,
  AA: REFUSED,
  AB: 71015,
  AC: 71015,
  AD: REFUSED,
  AE: 909,
  AF: 71015,
  AG: REFUSED,
}

/** The card has expired, in ISO 8583; the family's word for it is 33. */
const EXPIRED = ['54', 101] as const

const byCode: ReadonlyMap<string, number> = new Map([...Object.entries(table), EXPIRED])

/** The responseCode that says the issuer has not decided. */
export const UNANSWERED = '68'
/** The responseCodes for an issuer that cannot be reached, and for one whose answer is invalid. */
export const UNREACHABLE = '91'
export const MALFUNCTION = '96'

/** The actionCode of a responseCode; an unknown one is a plain refusal. */
export const actionFor = (responseCode: string): number => byCode.get(responseCode) ?? REFUSED
