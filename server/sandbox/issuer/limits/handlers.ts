import type { accountOperations } from '#contract/issuing/accounts.ts'
import type { cardOperations } from '#contract/issuing/cards.ts'
import type { Done } from '#contract/issuing/fields.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { note } from '../accounts/note.ts'
import type { Desk } from '../desk.ts'
import { accountNamed, cardNamed } from '../find.ts'
import type { Card, LimitOverride } from '../rows.ts'
import { changed, excepted } from './changes.ts'
import { listed } from './listed.ts'
import { accountOwner, cardOwner } from './owner.ts'

type Asked<Name extends keyof typeof cardOperations> = Request<(typeof cardOperations)[Name]>
type AskedOfAccount<Name extends keyof typeof accountOperations> = Request<(typeof accountOperations)[Name]>
type Listed = Answer<typeof cardOperations.getCardLimits>

/** The card operations about limits (card management 4.4). */
export const cardLimitHandlers = (desk: Desk) => ({
  getCardLimits: getCardLimits(desk),
  changeCardLimit: changeCardLimit(desk),
  addCardLimitException: addCardLimitException(desk),
})

/** The account operations about limits (4.2). */
export const accountLimitHandlers = (desk: Desk) => ({
  getAccountLimits: ({ accountNumber }: AskedOfAccount<'getAccountLimits'>): Listed => ({
    limits: listed(desk, accountOwner(accountNamed(desk, accountNumber))),
  }),
  changeAccountLimit: changeAccountLimit(desk),
})

/** Where the rules are strict, a card's limits have neither dates nor exceptions to show. */
const getCardLimits =
  (desk: Desk) =>
  ({ cardIdentification }: Asked<'getCardLimits'>): Listed => {
    const limits = listed(desk, cardOwner(desk, cardNamed(desk, cardIdentification)))
    if (desk.rules() === 'full') return { limits }
    return { limits: limits.map(({ startDate: _, endDate: __, limitExceptions: ___, ...limit }) => limit) }
  }

const changeCardLimit =
  (desk: Desk) =>
  ({ cardIdentification, limit }: Asked<'changeCardLimit'>): Done => {
    const card = cardNamed(desk, cardIdentification)
    const owner = cardOwner(desk, card)
    const isStrict = desk.rules() === 'strict'
    const limits = changed(owner, limit, { datesCount: !isStrict, onlyListed: isStrict })
    return keep(desk, card, limits, 'LIMIT_CHANGE', limit.name)
  }

const addCardLimitException =
  (desk: Desk) =>
  ({ cardIdentification, limitException }: Asked<'addCardLimitException'>): Done => {
    const card = cardNamed(desk, cardIdentification)
    const limits = excepted(cardOwner(desk, card), limitException)
    return keep(desk, card, limits, 'LIMIT_EXCEPTION', limitException.limitName)
  }

function keep(
  desk: Desk,
  card: Card,
  limits: Readonly<Record<string, LimitOverride>>,
  type: 'LIMIT_CHANGE' | 'LIMIT_EXCEPTION',
  description: string,
): Done {
  desk.books.cards.put(card.pan, { ...card, limits })
  const { number: account, currency } = accountNamed(desk, card.accounts[0]!)
  note(desk, type, { card: card.pan, account, currency, description })
  return { responseCode: '00' }
}

const changeAccountLimit =
  (desk: Desk) =>
  ({ accountNumber, limit }: AskedOfAccount<'changeAccountLimit'>): Done => {
    const account = accountNamed(desk, accountNumber)
    const limits = changed(accountOwner(account), limit, { datesCount: true, onlyListed: false })
    desk.books.accounts.put(account.number, { ...account, limits })
    note(desk, 'LIMIT_CHANGE', { account: account.number, currency: account.currency, description: limit.name })
    return { responseCode: '00' }
  }
