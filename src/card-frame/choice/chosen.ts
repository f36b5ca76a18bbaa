import { coBadged, type CoBadged } from '#contract/co-badged.ts'
import type { Brand, Mark } from '../card/brand.ts'

/** The brands of a co-badged card, the one that is offered first at the head; none of a card with one brand. */
export const brandsOf = (brand: Brand): readonly Mark[] => (brand.also ? [brand, brand.also] : [])

/** What goes along with the payment: the chosen brand, or the first; a choice made for another card is none. */
export function brandOfChoice(of: Brand, chosen: string | undefined): { readonly brand?: CoBadged } {
  const brands = brandsOf(of)
  const wanted = brands.find(({ id }) => id === chosen) ?? brands[0]
  const brand = coBadged.find((known) => known === wanted?.id)
  return brand ? { brand } : {}
}
