import type { Limit } from '#server-contract/issuing/blocks.ts'
import type { IssuerContext } from '../context.ts'
import type { LimitKind } from './catalog.ts'
import { consumedOf } from './consumption.ts'
import { overridden } from './in-force.ts'
import type { Owner } from './owner.ts'

/**
 * The limits of an owner, in the catalog's order (card management 2.4). Each has its values without the exceptions, and
 * currentValue is the consumption in its cycle. Only amounts have a currency.
 */
export const listed = (context: IssuerContext, owner: Owner): Limit[] =>
  [...owner.catalog].flatMap(([name, kind]) => report(context, owner, name, kind) ?? [])

function report(context: IssuerContext, owner: Owner, name: string, kind: LimitKind): Limit | undefined {
  const override = owner.overrides[name]
  const terms = overridden(kind, owner.product, override)
  if (!terms) return undefined
  const { startDate, endDate, exceptions = [] } = override ?? {}
  return {
    name,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...terms,
    ...(kind.measure === 'AMOUNT' && { currency: owner.currency }),
    currentValue: consumedOf(context, owner, kind.measure, terms),
    limitExceptions: [...exceptions],
  }
}
