import { spanOf } from '#contract/issuing/fields.ts'
import type { historyOperations, Transaction as Told } from '#contract/issuing/history.ts'
import type { Request } from '#contract/operation.ts'
import { Declined } from '../authorizations/declined.ts'
import type { IssuerContext } from '../context.ts'
import { cardNamed } from '../find.ts'
import type { Transaction } from '../rows.ts'
import { told } from './transaction-view.ts'

/** getTransactions (card management 4.4): everything that happened to a card in a period, refused too, newest last. */
export const getTransactions =
  (context: IssuerContext) =>
  ({ cardIdentification, period }: Request<typeof historyOperations.getTransactions>): { transactions: Told[] } => {
    const { pan } = cardNamed(context, cardIdentification)
    const { from, to } = spanOf(period)
    return { transactions: context.books.historyOfCard.between(pan, from, to).map((entry) => told(context, entry)) }
  }

/**
 * getTransactionDetails (card management 4.4): with `reversal` true the latest entry that gives back the named one, or
 * the named one if it gives back itself; with false only one that does not. A8 is a transaction that does not exist.
 */
export const getTransactionDetails =
  (context: IssuerContext) =>
  ({ utrnno, reversal }: Request<typeof historyOperations.getTransactionDetails>): { transaction: Told } => {
    const named = context.books.transactions.get(String(utrnno))
    if (!named) throw new Declined('A8', 'utrnno is not a transaction that is known here')
    return { transaction: told(context, reversal === undefined ? named : chosen(context, named, reversal)) }
  }

function chosen({ books }: IssuerContext, named: Transaction, reversal: boolean): Transaction {
  const isReversal = named.type === 'REVERSAL'
  if (isReversal === reversal) return named
  const found = reversal ? books.reversalsOf.of(String(named.utrnno)).at(-1) : undefined
  if (!found) throw new Declined('A8', `utrnno is a transaction that ${reversal ? 'was not given back' : 'gives back'}`)
  return found
}

/** getTransactionCurrencies (card management 4.4): the currencies that a card's money has moved in, in rising order. */
export const getTransactionCurrencies =
  (context: IssuerContext) =>
  ({ cardIdentification }: Request<typeof historyOperations.getTransactionCurrencies>): { currencies: number[] } => {
    const known = context.books.currenciesOfCard.get(cardNamed(context, cardIdentification).pan) ?? []
    return { currencies: known.toSorted((a, b) => a - b) }
  }
