import type { Debit } from '#server-contract/issuing/debits.ts'
import type { Transaction } from '#server-contract/issuing/history.ts'
import type { Original } from '#server-contract/issuing/reversals.ts'
import type { Transfer } from '#server-contract/issuing/transfers.ts'
import type { Owner, Fixture } from './fixture.ts'

export const EURO = 978

/** The merchant of a rule's payments; field 43 contains the name, the town and the country. */
export const shopNamed = (merchantIdentification: string, terminalIdentification = '10000001') => ({
  merchantIdentification,
  terminalIdentification,
  merchantType: '5499',
  nameAndLocation: `${'A shop'.padEnd(25)}${'Limassol'.padEnd(13)}CY`,
})

let shops = 0
/** A merchant for one rule alone, so that rules do not affect one another. */
export const newShop = () => shopNamed(`shop-${++shops}`)

export const debitOf = ({ cardNumber }: Owner, amount = 100, change: Partial<Debit> = {}): Debit => ({
  cardIdentification: { cardNumber },
  amount,
  currency: EURO,
  ...change,
})

type Answered = Pick<Original, 'processingCode' | 'systemTraceAuditNumber' | 'rrn'> & {
  readonly localTransactionDate: string
}

/** The request that completes or returns a debit or a hold. */
export const afterwards = ({ cardNumber }: Owner, of: Answered, amount: number, currency = EURO): Original => ({
  cardIdentification: { cardNumber },
  amount,
  currency,
  processingCode: of.processingCode,
  systemTraceAuditNumber: of.systemTraceAuditNumber,
  transactionDate: of.localTransactionDate,
  rrn: of.rrn,
})

export const transferOf = (from: Owner, to: Owner, amount = 100, change: Partial<Transfer> = {}): Transfer => ({
  sourceCardIdentification: { cardNumber: from.cardNumber, expDate: from.expDate },
  destinationCardIdentification: { cardNumber: to.cardNumber },
  amount,
  currency: EURO,
  senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: '1 High Street' },
  pointOfServiceConditionCode: 'any',
  ...change,
})

/** The balance that the owner may spend, minor units. */
export const available = async ({ issuing }: Fixture, { accountNumber }: Owner): Promise<number> =>
  (await issuing.getAccountData({ accountNumber })).accountData!.balance

/** By how much `change` reduces the balance. */
export async function spending(fixture: Fixture, owner: Owner, change: () => Promise<unknown>): Promise<number> {
  const before = await available(fixture, owner)
  await change()
  return before - (await available(fixture, owner))
}

/** The transactions of the owner's card, all or those of one type. */
export const historyOf = async ({ issuing }: Fixture, { cardNumber }: Owner, type?: string): Promise<Transaction[]> =>
  (await issuing.getTransactions({ cardIdentification: { cardNumber }, period: {} })).transactions!.filter(
    ({ transactionType }) => type === undefined || transactionType === type,
  )
