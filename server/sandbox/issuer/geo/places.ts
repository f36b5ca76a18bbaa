interface Area {
  /** UN M49. */
  readonly id: number
  readonly within?: number
  /** Countries that are in no smaller area: alpha-2 and numeric ISO 3166. */
  readonly countries?: string
}

/** The world by the United Nations' M49, smaller areas within larger ones, and the countries of ISO 3166 in them. */
const areas: readonly Area[] = [
  { id: 1, countries: 'AQ010' },
  { id: 2, within: 1 },
  { id: 9, within: 1 },
  { id: 19, within: 1 },
  { id: 142, within: 1 },
  { id: 150, within: 1 },
  { id: 15, within: 2, countries: 'DZ012 EG818 EH732 LY434 MA504 SD729 TN788' },
  { id: 202, within: 2 },
  { id: 53, within: 9, countries: 'AU036 CC166 CX162 HM334 NF574 NZ554' },
  { id: 54, within: 9, countries: 'FJ242 NC540 PG598 SB090 VU548' },
  { id: 57, within: 9, countries: 'FM583 GU316 KI296 MH584 MP580 NR520 PW585 UM581' },
  { id: 61, within: 9, countries: 'AS016 CK184 NU570 PF258 PN612 TK772 TO776 TV798 WF876 WS882' },
  { id: 21, within: 19, countries: 'BM060 CA124 GL304 PM666 US840' },
  { id: 419, within: 19 },
  { id: 30, within: 142, countries: 'CN156 HK344 JP392 KP408 KR410 MN496 MO446 TW158' },
  { id: 34, within: 142, countries: 'AF004 BD050 BT064 IN356 IR364 LK144 MV462 NP524 PK586' },
  { id: 35, within: 142, countries: 'BN096 ID360 KH116 LA418 MM104 MY458 PH608 SG702 TH764 TL626 VN704' },
  { id: 143, within: 142, countries: 'KG417 KZ398 TJ762 TM795 UZ860' },
  {
    id: 145,
    within: 142,
    countries:
      'AE784 AM051 AZ031 BH048 CY196 GE268 IL376 IQ368 JO400 KW414 LB422 OM512 PS275 QA634 SA682 SY760 TR792 YE887',
  },
  {
    id: 39,
    within: 150,
    countries: 'AD020 AL008 BA070 ES724 GI292 GR300 HR191 IT380 ME499 MK807 MT470 PT620 RS688 SI705 SM674 VA336',
  },
  { id: 151, within: 150, countries: 'BG100 BY112 CZ203 HU348 MD498 PL616 RO642 RU643 SK703 UA804' },
  {
    id: 154,
    within: 150,
    countries: 'AX248 DK208 EE233 FI246 FO234 GB826 GG831 IE372 IM833 IS352 JE832 LT440 LV428 NO578 SE752 SJ744',
  },
  { id: 155, within: 150, countries: 'AT040 BE056 CH756 DE276 FR250 LI438 LU442 MC492 NL528' },
  {
    id: 11,
    within: 202,
    countries: 'BF854 BJ204 CI384 CV132 GH288 GM270 GN324 GW624 LR430 ML466 MR478 NE562 NG566 SH654 SL694 SN686 TG768',
  },
  {
    id: 14,
    within: 202,
    countries:
      'BI108 DJ262 ER232 ET231 IO086 KE404 KM174 MG450 MU480 MW454 MZ508 RE638 RW646 SC690 SO706 SS728 ' +
      'TF260 TZ834 UG800 YT175 ZM894 ZW716',
  },
  { id: 17, within: 202, countries: 'AO024 CD180 CF140 CG178 CM120 GA266 GQ226 ST678 TD148' },
  { id: 18, within: 202, countries: 'BW072 LS426 NA516 SZ748 ZA710' },
  {
    id: 5,
    within: 419,
    countries: 'AR032 BO068 BR076 BV074 CL152 CO170 EC218 FK238 GF254 GS239 GY328 PE604 PY600 SR740 UY858 VE862',
  },
  { id: 13, within: 419, countries: 'BZ084 CR188 GT320 HN340 MX484 NI558 PA591 SV222' },
  {
    id: 29,
    within: 419,
    countries:
      'AG028 AI660 AW533 BB052 BL652 BQ535 BS044 CU192 CW531 DM212 DO214 GD308 GP312 HT332 JM388 KN659 ' +
      'KY136 LC662 MF663 MQ474 MS500 PR630 SX534 TC796 TT780 VC670 VG092 VI850',
  },
]

/** A region or a country, and the region around it. */
export interface GeoPlace {
  readonly id: number
  readonly name: string
  readonly within?: number | undefined
}

const nameOf = new Intl.DisplayNames('en', { type: 'region' })
const threeDigits = (id: number): string => String(id).padStart(3, '0')

/** By UN M49. */
export const regions: ReadonlyMap<number, GeoPlace> = new Map(
  areas.map(({ id, within }) => [id, { id, name: nameOf.of(threeDigits(id))!, within }]),
)

const codes = areas.flatMap(({ id, countries = '' }) =>
  countries
    .split(' ')
    .filter(Boolean)
    .map((code) => ({ alpha: code.slice(0, 2), id: Number(code.slice(2)), within: id })),
)

/** By numeric ISO 3166. */
export const countries: ReadonlyMap<number, GeoPlace> = new Map(
  codes.map(({ alpha, id, within }) => [id, { id, name: nameOf.of(alpha)!, within }]),
)

const byAlpha = new Map(codes.map(({ alpha, id }) => [alpha, id]))

/** Numeric ISO 3166 of the letters of a country. */
export const countryOf = (alpha: string): number | undefined => byAlpha.get(alpha.toUpperCase())

/** The regions around a country, the smallest first and the world last. */
export function regionsAround(country: number): number[] {
  const around: number[] = []
  for (let at = countries.get(country)?.within; at !== undefined; at = regions.get(at)?.within) around.push(at)
  return around
}
