import { cardSchemes, schemeOf } from '#server-contract/gateway/card-schemes.ts'

/** The card form's names of brands by paymentSystem (family), with other spellings, where lower case is not enough. */
const names: ReadonlyMap<string, string> = new Map<string, string>([
  ...cardSchemes.flatMap((scheme) => ('system' in scheme ? [[scheme.system.toLowerCase(), scheme.id] as const] : [])),
  ['american_express', 'american-express'],
  ['diners', 'diners-club'],
  ['diners_club', 'diners-club'],
  ['union_pay', 'unionpay'],
  ['china_union_pay', 'unionpay'],
  ['mc', 'mastercard'],
])

/** The brand of a stored card, by the gateway's paymentSystem or else by its number; `undefined` when it is unknown. */
export function brandOf(paymentSystem: string | undefined, maskedPan: string): string | undefined {
  const system = paymentSystem?.toLowerCase().replace(/[\s-]+/g, '_') ?? 'unknown'
  if (system !== 'unknown') return names.get(system) ?? system.replaceAll('_', '-')
  return schemeOf(maskedPan)?.id
}
