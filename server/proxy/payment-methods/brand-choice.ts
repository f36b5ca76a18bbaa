import { Refused } from '#contract/faults.ts'
import { coBadged } from '#contract/co-badged.ts'

/**
 * The parameter for the bank with the brand that the payer of a co-badged card chose, in the attribute agreed with the
 * bank (online gateway 4.1, jsonParams).
 */
export function choiceOf(
  { brandParam }: { readonly brandParam?: string },
  brand: string | undefined,
): Readonly<Record<string, string>> {
  if (brand === undefined) return {}
  if (brandParam === undefined)
    throw new Refused('field_unknown', 'may be sent only where TENDER_BRAND_PARAM is set', 'brand')
  if (!coBadged.some((known) => known === brand))
    throw new Refused('field_invalid', `must be one of ${coBadged.join(', ')}`, 'brand')
  return { [brandParam]: brand.toUpperCase() }
}
