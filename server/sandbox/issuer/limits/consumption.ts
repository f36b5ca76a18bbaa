import type { AuthorizationRequest } from '../ledger/authorization-request.ts'
import type { IssuerContext } from '../context.ts'
import type { Consumption, Transaction } from '../records.ts'
import type { Measure } from './catalog.ts'
import { dayOf, firstDayOfCycle } from './cycles.ts'
import type { Terms } from './in-force.ts'
import { accountOwner, cardOwner, type Owner } from './owner.ts'

type Owned = Pick<Owner, 'noun' | 'id'>

/** The key of an owner's consumption on a UTC day; days sum to cycles of any length. */
export const consumptionKey = ({ noun, id }: Owned, day: number): string => `${noun}:${id}:${day}`

const nothing: Consumption = { AMOUNT: 0, COUNT: 0 }

/** Counts an approved debit or hold for its card and its account, in the same turn as its entry in the history. */
export function consume(
  context: IssuerContext,
  { card, account, accountAmount }: Pick<AuthorizationRequest, 'card' | 'account' | 'accountAmount'>,
): void {
  const today = dayOf(context.clock.now())
  for (const owner of [cardOwner(context, card), accountOwner(account)])
    add(context, consumptionKey(owner, today), { AMOUNT: accountAmount, COUNT: 1 })
}

/**
 * Subtracts an `amount` in the account's currency from the day on which `original` was counted, so that it is available
 * again only in the cycles of that day; a payment that is wholly returned is no longer counted (`isWhole`).
 */
export function giveBack(context: IssuerContext, original: Transaction, amount: number, isWhole: boolean): void {
  const { card, account, at } = counted(context, original)
  const owners: Owned[] = [
    { noun: 'card', id: context.tables.cards.get(card!)!.id },
    { noun: 'account', id: account! },
  ]
  for (const owner of owners)
    add(context, consumptionKey(owner, dayOf(at)), { AMOUNT: -amount, COUNT: isWhole ? -1 : 0 })
}

/** A completion was counted as the hold that it completes. */
const counted = ({ tables }: IssuerContext, entry: Transaction): Transaction =>
  entry.type === 'COMPLETION' ? tables.transactions.get(String(entry.original))! : entry

function add({ tables }: IssuerContext, key: string, { AMOUNT, COUNT }: Consumption): void {
  const before = tables.consumptions.get(key) ?? nothing
  tables.consumptions.put(key, { AMOUNT: before.AMOUNT + AMOUNT, COUNT: before.COUNT + COUNT })
}

/** An owner's consumption in the present cycle of a limit; 0 for a limit of each single payment. */
export function consumedOf(
  { tables, clock }: IssuerContext,
  owner: Owner,
  measure: Measure,
  { cycleType, cycleLength }: Pick<Terms, 'cycleType' | 'cycleLength'>,
): number {
  const today = dayOf(clock.now())
  let consumed = 0
  for (let day = Math.max(firstDayOfCycle(today, cycleType, cycleLength), dayOf(owner.since)); day <= today; day++)
    consumed += tables.consumptions.get(consumptionKey(owner, day))?.[measure] ?? 0
  return consumed
}
