/** The currencies of ISO 4217 that can be paid in: the number, then the letters. */
const codes =
  '784AED971AFN008ALL051AMD532XCG973AOA032ARS036AUD533AWG944AZN977BAM052BBD050BDT975BGN048BHD108BIF' +
  '060BMD096BND068BOB984BOV986BRL044BSD064BTN072BWP933BYN084BZD124CAD976CDF947CHE756CHF948CHW990CLF' +
  '152CLP156CNY170COP970COU188CRC931CUC192CUP132CVE203CZK262DJF208DKK214DOP012DZD818EGP232ERN230ETB' +
  '978EUR242FJD238FKP826GBP981GEL936GHS292GIP270GMD324GNF320GTQ328GYD344HKD340HNL332HTG348HUF360IDR' +
  '376ILS356INR368IQD364IRR352ISK388JMD400JOD392JPY404KES417KGS116KHR174KMF408KPW410KRW414KWD136KYD' +
  '398KZT418LAK422LBP144LKR430LRD426LSL434LYD504MAD498MDL969MGA807MKD104MMK496MNT446MOP929MRU480MUR' +
  '462MVR454MWK484MXN979MXV458MYR943MZN516NAD566NGN558NIO578NOK524NPR554NZD512OMR590PAB604PEN598PGK' +
  '608PHP586PKR985PLN600PYG634QAR946RON941RSD643RUB646RWF682SAR090SBD690SCR938SDG752SEK702SGD654SHP' +
  '925SLE706SOS968SRD728SSP930STN222SVC760SYP748SZL764THB972TJS934TMT788TND776TOP949TRY780TTD901TWD' +
  '834TZS980UAH800UGX840USD997USN940UYI858UYU927UYW860UZS926VED928VES704VND548VUV882WST950XAF951XCD' +
  '952XOF953XPF886YER710ZAR967ZMW924ZWG'

/** Currencies whose minor unit is not a hundredth. */
const odd: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const byNumber = new Map([...codes.matchAll(/(\d{3})([A-Z]{3})/g)].map(([, number, letters]) => [number!, letters!]))

/** The letters of a numeric code, and how many digits its minor unit has. */
export function currencyOf(number: string): { readonly letters: string; readonly digits: number } | undefined {
  const letters = byNumber.get(number)
  if (!letters) return undefined
  return { letters, digits: odd.find(([, codes]) => codes.includes(letters))?.[0] ?? 2 }
}

/**
 * The number, in three digits, of a currency that is named by its number or by its letters: `978` and `EUR` are `978`;
 * a JSON number may lack zeros. `undefined` where ISO 4217 does not know it.
 */
export function currencyNumberOf(code: string | number): string | undefined {
  const text = typeof code === 'number' ? String(code).padStart(3, '0') : code
  return [...byNumber].find((names) => names.includes(text))?.[0]
}

/** Decimal digits of a numeric currency; two where ISO 4217 does not know it. */
export const fractionDigitsOf = (number: string): number => currencyOf(number)?.digits ?? 2
