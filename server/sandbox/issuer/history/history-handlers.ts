import { spanOf } from '#server-contract/issuing/fields.ts'
import type { historyOperations, Transaction as Report } from '#server-contract/issuing/history.ts'
import type { Request } from '#contract/operation.ts'
import { getOrderDetails, getPaymentOrders } from '../acquiring/payment-orders.ts'
import type { IssuerContext } from '../context.ts'
import { Declined } from '../ledger/declined.ts'
import { cardNamed } from '../find.ts'
import type { Transaction } from '../records.ts'
import { response } from './transaction-view.ts'

export const historyHandlers = (context: IssuerContext) => ({
  getTransactions: getTransactions(context),
  getTransactionDetails: getTransactionDetails(context),
  getTransactionCurrencies: getTransactionCurrencies(context),
  getPaymentOrders: getPaymentOrders(context),
  getOrderDetails: getOrderDetails(context),
})

/** getTransactions (card management 4.4): all entries of a card in a period, refused ones too, newest last. */
const getTransactions =
  (context: IssuerContext) =>
  ({ cardIdentification, period }: Request<typeof historyOperations.getTransactions>): { transactions: Report[] } => {
    const { pan } = cardNamed(context, cardIdentification)
    const { from, to } = spanOf(period)
    return {
      transactions: context.tables.historyOfCard.between(pan, from, to).map((entry) => response(context, entry)),
    }
  }

/**
 * getTransactionDetails (card management 4.4): with `reversal` true the latest reversal of the named entry, or that
 * entry if it is a reversal; with false only an entry that is not one. A8 is a transaction that does not exist.
 */
const getTransactionDetails =
  (context: IssuerContext) =>
  ({ utrnno, reversal }: Request<typeof historyOperations.getTransactionDetails>): { transaction: Report } => {
    const named = context.tables.transactions.get(String(utrnno))
    if (!named) throw new Declined('A8', 'utrnno is not a transaction that is known here')
    return { transaction: response(context, reversal === undefined ? named : chosen(context, named, reversal)) }
  }

function chosen({ tables }: IssuerContext, named: Transaction, reversal: boolean): Transaction {
  const isReversal = named.type === 'REVERSAL'
  if (isReversal === reversal) return named
  const found = reversal ? tables.reversalsOf.of(String(named.utrnno)).at(-1) : undefined
  if (!found) throw new Declined('A8', `utrnno is a transaction that ${reversal ? 'was not given back' : 'gives back'}`)
  return found
}

/** getTransactionCurrencies (card management 4.4): the currencies that a card's money has moved in, in rising order. */
const getTransactionCurrencies =
  (context: IssuerContext) =>
  ({ cardIdentification }: Request<typeof historyOperations.getTransactionCurrencies>): { currencies: number[] } => {
    const known = context.tables.currenciesOfCard.get(cardNamed(context, cardIdentification).pan) ?? []
    return { currencies: known.toSorted((a, b) => a - b) }
  }
