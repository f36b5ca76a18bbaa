import type { LimitException } from '#server-contract/issuing/blocks.ts'
import { endOf, instantOf, type Long } from '#server-contract/issuing/fields.ts'
import type { LimitOverride } from '../records.ts'
import type { LimitKind } from './catalog.ts'

/** The terms of a limit: at most `value` in each cycle. */
export interface Terms {
  readonly value: number
  readonly cycleType: number
  readonly cycleLength: number
}

type TermsChange = { readonly [Name in keyof Terms]?: Long | undefined }

/** The product's limit, if it has one. */
export function inherited({ cycleType, values }: LimitKind, product: string): Terms | undefined {
  const value = Object.hasOwn(values, product) ? values[product] : undefined
  return value === undefined ? undefined : { value, cycleType, cycleLength: 1 }
}

/** The limit with its override: what the override does not set is the product's, or the catalog's. */
export function overridden(kind: LimitKind, product: string, override: LimitOverride = {}): Terms | undefined {
  const { value, ...rest } = inherited(kind, product) ?? { cycleType: kind.cycleType, cycleLength: 1 }
  const changed = override.value ?? value
  return changed === undefined ? undefined : changedBy({ ...rest, value: Number(changed) }, override)
}

/**
 * The terms that are enforced at an instant: the override within its dates, else the product's limit; changed by the
 * last added exception whose dates, both included, contain the instant (the sandbox's choice).
 */
export function inForce(
  kind: LimitKind,
  product: string,
  override: LimitOverride | undefined,
  now: number,
): Terms | undefined {
  const terms = override && holds(override, now) ? overridden(kind, product, override) : inherited(kind, product)
  const exception = override?.exceptions?.findLast((one) => holds(one, now))
  return exception ? excepted(kind, terms, exception) : terms
}

/** An exception with a value sets a limit even if there is no other. */
function excepted({ cycleType }: LimitKind, terms: Terms | undefined, exception: LimitException): Terms | undefined {
  const { value } = exception
  const base = terms ?? (value === undefined ? undefined : { value: Number(value), cycleType, cycleLength: 1 })
  return base && changedBy(base, exception)
}

const changedBy = (terms: Terms, { value, cycleType, cycleLength }: TermsChange): Terms => ({
  value: Number(value ?? terms.value),
  cycleType: Number(cycleType ?? terms.cycleType),
  cycleLength: Number(cycleLength ?? terms.cycleLength),
})

type Dates = Pick<LimitOverride, 'startDate' | 'endDate'>

const holds = ({ startDate, endDate }: Dates, now: number): boolean =>
  (startDate === undefined || instantOf(startDate) <= now) && (endDate === undefined || now <= endOf(endDate))
