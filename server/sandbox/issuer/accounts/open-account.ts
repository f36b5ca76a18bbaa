import type { IssuerContext } from '../context.ts'
import { bankAccount, record, type Draft } from '../ledger/ledger.ts'
import { accountStatuses } from '../requests/choices.ts'
import type { Account } from '../records.ts'
import { creditLimitOf, productOf } from './products.ts'

type Opening = Pick<Account, 'number' | 'customer' | 'currency'> & Partial<Account>

/** Opens an account, with an initial `grant` of the bank, in minor units, if any. */
export function openAccount(context: IssuerContext, opening: Opening, grant = 0): Account {
  const { tables, clock } = context
  const { type = 'ACCOUNT_TYPE_DEFAULT', product = productOf(type), currency } = opening
  const account: Account = {
    creditLimit: creditLimitOf(product, currency),
    status: accountStatuses.active,
    type,
    product,
    openedAt: clock.now(),
    beneficiaries: [],
    mccList: [],
    limits: {},
    ...opening,
  }
  tables.accounts.put(account.number, account)
  if (grant) record(context, granted(account, grant))
  return account
}

/**
 * A number for the next account in a currency. It has 15 digits, because an account number may be sent as a JSON number
 * (card management 2.1), which is exact only for so many.
 */
export function nextAccountNumber({ tables }: IssuerContext, currency: number): string {
  let next = tables.accounts.size + 1
  while (tables.accounts.get(numberOf(currency, next))) next++
  return numberOf(currency, next)
}

const numberOf = (currency: number, serial: number): string =>
  `40${String(currency).padStart(3, '0')}${String(serial).padStart(10, '0')}`

const granted = ({ number, currency }: Account, amount: number): Draft => ({
  type: 'OPENING',
  direction: 'CREDIT',
  account: number,
  amount,
  currency,
  accountAmount: amount,
  responseCode: '00',
  processingCode: '210000',
  description: 'Money to begin with',
  postings: [
    { account: bankAccount('grants', currency), amount: -amount },
    { account: number, amount },
  ],
})
