import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import type { Account, Card, LimitOverride } from '../records.ts'
import { accountLimits, cardLimits, type Catalog } from './catalog.ts'

/** A card or an account that has limits. */
export interface Owner {
  readonly noun: 'card' | 'account'
  /** The id under which its consumption is stored. */
  readonly id: string
  readonly catalog: Catalog
  readonly product: string
  readonly overrides: Readonly<Record<string, LimitOverride>>
  /** Whether dates and exceptions of its limits decide nothing. */
  readonly isUndated: boolean
  /** Numeric ISO 4217, of the amounts. */
  readonly currency: number
  /** Unix milliseconds; nothing was consumed before. */
  readonly since: number
}

/**
 * A card's limits are in the currency of its default account. Dates and exceptions, which getCardLimits does not show
 * under strict rules, decide nothing there (4.4).
 */
export const cardOwner = (context: IssuerContext, { id, product, limits, createdAt, accounts }: Card): Owner => ({
  noun: 'card',
  isUndated: context.rules() === 'strict',
  id,
  catalog: cardLimits,
  product,
  overrides: limits,
  currency: accountNamed(context, accounts[0]!).currency,
  since: createdAt,
})

export const accountOwner = ({ number, product, limits, openedAt, currency }: Account): Owner => ({
  noun: 'account',
  isUndated: false,
  id: number,
  catalog: accountLimits,
  product,
  overrides: limits,
  currency,
  since: openedAt,
})
