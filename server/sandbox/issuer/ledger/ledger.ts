import { storeAcceptor } from './acceptors.ts'
import { settle } from './settlement.ts'
import type { IssuerContext } from '../context.ts'
import type { Account, Balance, Posting, Transaction } from '../records.ts'
import { trace } from '../trace.ts'

/** A transaction before it has its numbers. */
export type Draft = Omit<Transaction, 'utrnno' | 'at' | 'stan' | 'localDate' | 'rrn' | 'order'>

/** The bank's own account of a kind, in a currency: the other side of customers' postings. */
export const bankAccount = (kind: 'grants' | 'settlement' | 'fees' | 'transfers', currency: number): string =>
  `bank:${kind}:${currency}`

const nothing: Balance = { posted: 0, held: 0 }

export const balanceOf = ({ tables }: IssuerContext, account: string): Balance =>
  tables.balances.get(account) ?? nothing

/** The available balance: own money that is not held, and credit. */
export const availableOn = (context: IssuerContext, { number, creditLimit }: Account): number => {
  const { posted, held } = balanceOf(context, number)
  return posted - held + creditLimit
}

/** Records an entry in the history and moves its money, synchronously. Throws when the postings do not sum to 0. */
export function record(context: IssuerContext, draft: Draft): Transaction {
  const sum = draft.postings.reduce((total, { amount }) => total + amount, 0)
  if (sum !== 0) throw new Error(`The postings of a ${draft.type} sum to ${sum}, not to 0`)
  const { tables } = context
  if (draft.acceptor) storeAcceptor(tables, draft.acceptor)
  for (const posting of draft.postings) move(context, posting, 'posted')
  if (draft.hold) move(context, draft.hold, 'held')
  if (draft.card !== undefined && (draft.postings.length || draft.hold))
    noteCurrency(context, draft.card, draft.currency)
  const numbered = { ...draft, ...numbersOf(context) }
  const order = settle(tables, numbered)
  const transaction = order === undefined ? numbered : { ...numbered, order }
  tables.transactions.put(String(transaction.utrnno), transaction)
  return transaction
}

function numbersOf({
  tables,
  clock,
}: IssuerContext): Pick<Transaction, 'utrnno' | 'at' | 'stan' | 'localDate' | 'rrn'> {
  const [utrnno, at] = [tables.transactions.size + 1, clock.now()]
  const { systemTraceAuditNumber: stan, localTransactionDate: localDate, rrn } = trace(utrnno, at)
  return { utrnno, at, stan, localDate, rrn }
}

function move(context: IssuerContext, { account, amount }: Posting, what: keyof Balance): void {
  const before = balanceOf(context, account)
  context.tables.balances.put(account, { ...before, [what]: before[what] + amount })
}

function noteCurrency({ tables }: IssuerContext, card: string, currency: number): void {
  const known = tables.currenciesOfCard.get(card) ?? []
  if (!known.includes(currency)) tables.currenciesOfCard.put(card, [...known, currency])
}

/** Updates an entry; its postings do not change. */
export const amend = (
  { tables }: IssuerContext,
  { utrnno }: Transaction,
  update: Partial<Pick<Transaction, 'left' | 'reversedAt' | 'counterpart'>>,
): void => {
  const key = String(utrnno)
  tables.transactions.put(key, { ...tables.transactions.get(key)!, ...update })
}
