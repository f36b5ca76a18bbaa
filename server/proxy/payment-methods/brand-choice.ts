import { Refused } from '#contract/faults.ts'
import { coBadged } from '#contract/co-badged.ts'

/** Tells the bank the brand that the payer of a co-badged card chose, by the attribute agreed with it (online gateway 4.1, jsonParams). */
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
