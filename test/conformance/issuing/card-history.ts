import type { Owner, Fixture } from './fixture.ts'

/** The entries of a card's history that move no money, by type, in their order. */
export async function eventsOf({ issuing }: Fixture, { cardNumber }: Owner): Promise<string[]> {
  const { transactions } = await issuing.getTransactions({ cardIdentification: { cardNumber }, period: {} })
  return transactions
    .filter(({ operationDirection }) => operationDirection === 'NOOP')
    .map(({ transactionType }) => transactionType)
}

/** Debits a euro from a card; what else the debit says, and the answer's responseCode. */
export const pays = async ({ issuing }: Fixture, { cardNumber }: Owner, named: object = {}, rest: object = {}) =>
  (await issuing.debitCard({ cardIdentification: { cardNumber, ...named }, amount: 100, currency: 978, ...rest }))
    .responseCode
