import type { accountOperations } from '#server-contract/issuing/accounts.ts'
import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Done } from '#server-contract/issuing/fields.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { note } from '../accounts/note.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed, cardNamed } from '../find.ts'
import type { Card, LimitOverride } from '../records.ts'
import { changed, excepted } from './changes.ts'
import { listed } from './listed.ts'
import { accountOwner, cardOwner } from './owner.ts'

type CardRequest<Name extends keyof typeof cardOperations> = Request<(typeof cardOperations)[Name]>
type AccountRequest<Name extends keyof typeof accountOperations> = Request<(typeof accountOperations)[Name]>
type Listed = Answer<typeof cardOperations.getCardLimits>

/** The card operations about limits (card management 4.4). */
export const cardLimitHandlers = (context: IssuerContext) => ({
  getCardLimits: getCardLimits(context),
  changeCardLimit: changeCardLimit(context),
  addCardLimitException: addCardLimitException(context),
})

/** The account operations about limits (4.2). */
export const accountLimitHandlers = (context: IssuerContext) => ({
  getAccountLimits: ({ accountNumber }: AccountRequest<'getAccountLimits'>): Listed => ({
    limits: listed(context, accountOwner(accountNamed(context, accountNumber))),
  }),
  changeAccountLimit: changeAccountLimit(context),
})

/** Under strict rules, a card's limits are listed without dates and exceptions. */
const getCardLimits =
  (context: IssuerContext) =>
  ({ cardIdentification }: CardRequest<'getCardLimits'>): Listed => {
    const limits = listed(context, cardOwner(context, cardNamed(context, cardIdentification)))
    if (context.rules() === 'full') return { limits }
    return { limits: limits.map(({ startDate: _, endDate: __, limitExceptions: ___, ...limit }) => limit) }
  }

const changeCardLimit =
  (context: IssuerContext) =>
  ({ cardIdentification, limit }: CardRequest<'changeCardLimit'>): Done => {
    const card = cardNamed(context, cardIdentification)
    const owner = cardOwner(context, card)
    const isStrict = context.rules() === 'strict'
    const limits = changed(owner, limit, { datesCount: !isStrict, onlyListed: isStrict })
    return keep(context, card, limits, 'LIMIT_CHANGE', limit.name)
  }

const addCardLimitException =
  (context: IssuerContext) =>
  ({ cardIdentification, limitException }: CardRequest<'addCardLimitException'>): Done => {
    const card = cardNamed(context, cardIdentification)
    const limits = excepted(cardOwner(context, card), limitException)
    return keep(context, card, limits, 'LIMIT_EXCEPTION', limitException.limitName)
  }

function keep(
  context: IssuerContext,
  card: Card,
  limits: Readonly<Record<string, LimitOverride>>,
  type: 'LIMIT_CHANGE' | 'LIMIT_EXCEPTION',
  description: string,
): Done {
  context.tables.cards.put(card.pan, { ...card, limits })
  const { number: account, currency } = accountNamed(context, card.accounts[0]!)
  note(context, type, { card: card.pan, account, currency, description })
  return { responseCode: '00' }
}

const changeAccountLimit =
  (context: IssuerContext) =>
  ({ accountNumber, limit }: AccountRequest<'changeAccountLimit'>): Done => {
    const account = accountNamed(context, accountNumber)
    const limits = changed(accountOwner(account), limit, { datesCount: true, onlyListed: false })
    context.tables.accounts.put(account.number, { ...account, limits })
    note(context, 'LIMIT_CHANGE', { account: account.number, currency: account.currency, description: limit.name })
    return { responseCode: '00' }
  }
