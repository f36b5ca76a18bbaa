import type { Owner, Fixture } from './fixture.ts'

/** The types of the entries in a card's history that move no money, in their order. */
export async function eventsOf({ issuing }: Fixture, { cardNumber }: Owner): Promise<string[]> {
  const { transactions } = await issuing.getTransactions({ cardIdentification: { cardNumber }, period: {} })
  return transactions!
    .filter(({ operationDirection }) => operationDirection === 'NOOP')
    .map(({ transactionType }) => transactionType)
}

/** Debits a euro from a card and returns the responseCode; `named` and `rest` are further fields of the request. */
export const pays = async ({ issuing }: Fixture, { cardNumber }: Owner, named: object = {}, rest: object = {}) =>
  (await issuing.debitCard({ cardIdentification: { cardNumber, ...named }, amount: 100, currency: 978, ...rest }))
    .responseCode
