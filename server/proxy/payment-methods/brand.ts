/** The card form's names of brands by paymentSystem (family), where lower case is not enough. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['amex', 'american-express'],
  ['american_express', 'american-express'],
  ['diners_club', 'diners-club'],
  ['union_pay', 'unionpay'],
  ['china_union_pay', 'unionpay'],
  ['mc', 'mastercard'],
])

/** First digits of a brand's numbers, as many as a masked number shows. */
const ranges: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^220[0-4]/, 'mir'],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'american-express'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
]

/** The brand of a stored card, by the gateway's paymentSystem or else by its number; `undefined` when it is unknown. */
export function brandOf(paymentSystem: string | undefined, maskedPan: string): string | undefined {
  const system = paymentSystem?.toLowerCase().replace(/[\s-]+/g, '_') ?? 'unknown'
  if (system !== 'unknown') return renamed.get(system) ?? system.replaceAll('_', '-')
  return ranges.find(([range]) => range.test(maskedPan))?.[1]
}
