import { coBadged, type CoBadged } from '#contract/co-badged.ts'
import type { Brand, Mark } from '../card/brand.ts'

/** The brands of a co-badged card, the default first; empty for a card with one brand. */
export const brandsOf = (brand: Brand): readonly Mark[] => (brand.also ? [brand, brand.also] : [])

/** The brand to send with the payment: the chosen one, or the first; a choice made for another card is ignored. */
export function brandOfChoice(of: Brand, chosen: string | undefined): { readonly brand?: CoBadged } {
  const brands = brandsOf(of)
  const wanted = brands.find(({ id }) => id === chosen) ?? brands[0]
  const brand = coBadged.find((known) => known === wanted?.id)
  return brand ? { brand } : {}
}
