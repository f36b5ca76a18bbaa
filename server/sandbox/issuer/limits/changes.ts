import type { LimitChange, LimitException } from '#server-contract/issuing/blocks.ts'
import { endOf, instantOf } from '#server-contract/issuing/fields.ts'
import { Declined } from '../ledger/declined.ts'
import type { LimitOverride } from '../records.ts'
import type { LimitKind } from './catalog.ts'
import { overridden } from './in-force.ts'
import type { Owner } from './owner.ts'

type Overrides = Owner['overrides']
type Behaviours = { readonly datesCount: boolean; readonly onlyListed: boolean }

/**
 * The overrides of `owner` after one of its limits was changed; fields that the change omits stay as they are. The
 * consumption cannot be set: a currentValue is ignored, so that a limit may be sent back as it was read.
 */
export function changed(owner: Owner, change: LimitChange, { datesCount, onlyListed }: Behaviours): Overrides {
  const { name, currency, currentValue: _, startDate, endDate, ...values } = change
  const kind = kindOf(owner, name, 'limit.name')
  if (currency !== undefined && currency !== owner.currency)
    throw new Declined('92', `limit.currency must be ${owner.currency}, the currency of the account`)
  const before = owner.overrides[name]
  if (onlyListed && !overridden(kind, owner.product, before))
    throw new Declined('A8', `limit.name must be one that getCardLimits returns; the rules are strict`)
  const after = { ...before, ...given({ ...values, ...(datesCount && { startDate, endDate }) }) }
  if (!overridden(kind, owner.product, after))
    throw new Declined('92', `limit.value is needed, because the ${owner.noun} has no limit ${name} yet`)
  if (!isInOrder(after)) throw new Declined('92', 'limit.startDate must not come after limit.endDate')
  return { ...owner.overrides, [name]: after }
}

/** The overrides of `owner` with one more exception, added after those of its limit. */
export function excepted(owner: Owner, exception: LimitException): Overrides {
  const { limitName } = exception
  const kind = kindOf(owner, limitName, 'limitException.limitName')
  const before = owner.overrides[limitName]
  if (exception.value === undefined && !overridden(kind, owner.product, before))
    throw new Declined('92', `limitException.value is needed, because the ${owner.noun} has no limit ${limitName}`)
  return { ...owner.overrides, [limitName]: { ...before, exceptions: [...(before?.exceptions ?? []), exception] } }
}

function kindOf({ catalog, noun }: Owner, name: string, field: string): LimitKind {
  const kind = catalog.get(name)
  if (!kind)
    throw new Declined(
      'A8',
      `${field} must be one of ${[...catalog.keys()].join(', ')} for a limit of ${noun === 'account' ? 'an' : 'a'} ${noun}`,
    )
  return kind
}

const given = (values: LimitOverride): LimitOverride =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const isInOrder = ({ startDate, endDate }: LimitOverride): boolean =>
  startDate === undefined || endDate === undefined || instantOf(startDate) <= endOf(endDate)
