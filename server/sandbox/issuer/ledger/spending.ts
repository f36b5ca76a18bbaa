import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import { bankAccount, type Draft } from './ledger.ts'
import { exchanged } from './money.ts'
import type { Posting, Transaction } from '../records.ts'

/** An entry that took money or holds it: a purchase, a completion, a hold, either side of a transfer. */
export type Spending = Pick<
  Transaction,
  'account' | 'amount' | 'currency' | 'accountAmount' | 'acquirerFee' | 'issuerFee' | 'beneficiary'
>

/** Postings of `amount` and `fees` from an account to the payee and to the bank; negative returns them. */
export function spent({ account, beneficiary }: Spending, currency: number, amount: number, fees = 0): Posting[] {
  const payee = bankAccount(beneficiary ? 'transfers' : 'settlement', currency)
  return [
    { account: account!, amount: -(amount + fees) },
    { account: payee, amount },
    ...(fees ? [{ account: bankAccount('fees', currency), amount: fees }] : []),
  ]
}

/** Both fees, in the account's currency. */
export const feesIn = (
  { acquirerFee = 0, issuerFee = 0, currency }: Pick<Spending, 'acquirerFee' | 'issuerFee' | 'currency'>,
  accountCurrency: number,
): number => exchanged(acquirerFee, currency, accountCurrency) + issuerFee

export const currencyOf = (context: IssuerContext, { account }: Pick<Transaction, 'account'>): number =>
  accountNamed(context, account!).currency

/**
 * The next part of a spending in its account's currency, after earlier parts that sum to `gone`. All parts sum to the
 * whole, regardless of rounding.
 */
export function partOf(context: IssuerContext, spending: Spending, gone: number, amount: number): number {
  const { currency, accountAmount, amount: whole } = spending
  const to = currencyOf(context, spending)
  const upTo = (sum: number): number =>
    sum === whole ? accountAmount : Math.min(exchanged(sum, currency, to), accountAmount)
  return upTo(gone + amount) - upTo(gone)
}

/** The fields that an entry shares with its reversals and its completion. */
export const likeOf = ({
  card,
  account,
  currency,
  processingCode,
  acceptor,
  description,
  utrnno,
  beneficiary,
  posDataCode,
}: Transaction): Omit<Draft, 'type' | 'direction' | 'postings' | 'amount' | 'accountAmount'> => ({
  card,
  account,
  currency,
  processingCode,
  acceptor,
  description,
  beneficiary,
  posDataCode,
  responseCode: '00',
  original: utrnno,
})
