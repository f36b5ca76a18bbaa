/** A card scheme. */
interface CardScheme {
  /** As the card form and `SavedCard.brand` name it. */
  readonly id: string
  /** Its paymentSystem (family); absent where no public document of the family shows one. */
  readonly system?: string
  /** The first digits of its numbers: prefixes, or ranges `low-high`. No two schemes share any. */
  readonly digits: string
}

/** The schemes that a number or a paymentSystem is recognised by; {@link schemeOf} reads the first digits. */
export const cardSchemes = [
  { id: 'visa', system: 'VISA', digits: '4' },
  { id: 'mastercard', system: 'MASTERCARD', digits: '51-55 2221-2720' },
  { id: 'maestro', system: 'MAESTRO', digits: '500000-504174 504176-506698 506779-508999 56-59 63 67' },
  { id: 'american-express', system: 'AMEX', digits: '34 37' },
  { id: 'jcb', system: 'JCB', digits: '3528-3589 1800 2131' },
  { id: 'unionpay', system: 'CUP', digits: '62 8100-8171' },
  { id: 'mir', system: 'MIR', digits: '2200-2204' },
  { id: 'diners-club', digits: '300-305 36 38-39' },
  { id: 'discover', system: 'DISCOVER', digits: '6011 644-649 65' },
  { id: 'humo', system: 'HUMO', digits: '9860' },
] as const satisfies readonly CardScheme[]

export type CardSchemeId = (typeof cardSchemes)[number]['id']

const ranges = cardSchemes.flatMap((scheme: CardScheme & { readonly id: CardSchemeId }) =>
  scheme.digits.split(' ').map((range) => {
    const [low, high = low] = range.split('-') as [string, string?]
    return { scheme, low, high }
  }),
)

/** The scheme of a card number, whole or masked; `undefined` when the digits that it shows are of none here. */
export function schemeOf(number: string): (CardScheme & { readonly id: CardSchemeId }) | undefined {
  const isWithin = ({ low, high }: { low: string; high: string }): boolean => {
    const start = number.slice(0, low.length)
    return start.length === low.length && start >= low && start <= high
  }
  return ranges.find(isWithin)?.scheme
}
