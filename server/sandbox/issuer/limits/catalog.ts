import { creditAccount, currentAccount } from '../accounts/products.ts'
import { cardProduct, cycleTypes, type CycleType } from '../requests/choices.ts'

/** What a limit counts: money in minor units of the account's currency, or payments. */
export type Measure = 'AMOUNT' | 'COUNT'

export interface LimitKind {
  readonly measure: Measure
  readonly cycleType: CycleType
  /** Its initial value by product; a product that is not listed has no such limit initially. */
  readonly values: Readonly<Record<string, number>>
}

/** Limits by name, in the order in which they are listed and checked. */
export type Catalog = ReadonlyMap<string, LimitKind>

const kind = (measure: Measure, cycleType: CycleType, values: LimitKind['values'] = {}): LimitKind => ({
  measure,
  cycleType,
  values,
})

/** The limits of cards. The document shows neither names nor values (card management 2.4): these are the sandbox's. */
export const cardLimits: Catalog = new Map([
  ['SINGLE_AMOUNT', kind('AMOUNT', cycleTypes.payment, { [cardProduct]: 20_000_00 })],
  ['DAILY_AMOUNT', kind('AMOUNT', cycleTypes.day, { [cardProduct]: 50_000_00 })],
  ['DAILY_COUNT', kind('COUNT', cycleTypes.day, { [cardProduct]: 1000 })],
  ['WEEKLY_AMOUNT', kind('AMOUNT', cycleTypes.week)],
  ['WEEKLY_COUNT', kind('COUNT', cycleTypes.week)],
  ['MONTHLY_AMOUNT', kind('AMOUNT', cycleTypes.month, { [cardProduct]: 500_000_00 })],
  ['MONTHLY_COUNT', kind('COUNT', cycleTypes.month)],
  ['YEARLY_AMOUNT', kind('AMOUNT', cycleTypes.year)],
  ['YEARLY_COUNT', kind('COUNT', cycleTypes.year)],
  ['CARD_TOTAL', kind('AMOUNT', cycleTypes.lifetime)],
])

/** One value for all accounts that customers open. */
const ofCustomers = (value: number): LimitKind['values'] => ({ [currentAccount]: value, [creditAccount]: value })

/** The limits of accounts, of the sandbox's choice too. */
export const accountLimits: Catalog = new Map([
  ['ACCOUNT_SINGLE_AMOUNT', kind('AMOUNT', cycleTypes.payment)],
  ['ACCOUNT_DAILY_AMOUNT', kind('AMOUNT', cycleTypes.day, ofCustomers(100_000_00))],
  ['ACCOUNT_DAILY_COUNT', kind('COUNT', cycleTypes.day)],
  ['ACCOUNT_MONTHLY_AMOUNT', kind('AMOUNT', cycleTypes.month, ofCustomers(1_000_000_00))],
  ['ACCOUNT_MONTHLY_COUNT', kind('COUNT', cycleTypes.month)],
  ['ACCOUNT_TOTAL', kind('AMOUNT', cycleTypes.lifetime)],
])
