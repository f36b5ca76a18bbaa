/** actionCode by the issuer's responseCode, where the issuer has decided (both: family). */
const table = new Map([
  ['00', 0],
  ['01', 1],
  ['03', 109],
  ['04', 4],
  ['05', 5],
  ['13', 110],
  ['14', 71015],
  ['16', 62],
  ['30', 904],
  ['31', 912],
  ['33', 101],
  ['36', 2030],
  ['37', 63],
  ['41', 208],
  ['43', 823],
  ['51', 116],
  ['54', 101],
  ['57', 120],
  ['61', 121],
  ['62', 62],
  ['65', 123],
  ['75', 106],
  ['76', 106],
  ['81', 71015],
  ['82', 71015],
  ['91', 907],
  ['96', 909],
  ['AB', 71015],
  ['AC', 71015],
  ['AF', 71015],
])

/** The responseCode that says the issuer has not decided. */
export const UNANSWERED = '68'
/** The responseCodes that stand for an issuer that cannot be reached, and for one that talks nonsense. */
export const UNREACHABLE = '91'
export const MALFUNCTION = '96'

const PENDING = -30001
const REFUSED = 5

/** What a responseCode comes to at the gateway; one it does not know is a plain refusal. */
export const actionFor = (responseCode: string): number =>
  responseCode === UNANSWERED ? PENDING : (table.get(responseCode) ?? REFUSED)
