import { list } from './reader.ts'

/** The brands that have a mark, by the names of `SavedCard.brand`. */
export const cardBrandNames = [
  'visa',
  'mastercard',
  'maestro',
  'mir',
  'unionpay',
  'jcb',
  'american-express',
  'diners-club',
  'discover',
  'belkart',
  'humo',
  'uzcard',
  'elcart',
  'arca',
  'apra',
  'ukrcard',
  'paypak-borica',
  'napas',
  'troy',
  'rupay',
  'lankapay',
  'mada',
  'dankort',
  'elo',
  'hiper',
  'hipercard',
  'naranja',
  'verve',
  'nps',
  'uatp',
] as const

export const CARD_BRANDS = `must be none, or a list of ${cardBrandNames.join(', ')}`

/** The brands in a list, in its order. */
export function cardBrands(text: string): readonly string[] | undefined {
  if (text === 'none') return []
  const given = list(text)
  const known = given.flatMap((name) => cardBrandNames.find((brand) => brand === name) ?? [])
  return known.length === given.length ? known : undefined
}
