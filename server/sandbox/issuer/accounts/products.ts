import { digitsOf } from '../ledger/money.ts'

/** Account products, the sandbox's own: for accounts opened here, without and with credit, and of test cards. */
export const currentAccount = 'CURRENT'
export const creditAccount = 'CREDIT'
export const testAccount = 'TEST'

/** Display names of account products (card management 2.5). */
export const accountProducts: ReadonlyMap<string, string> = new Map([
  [currentAccount, 'Current account'],
  [creditAccount, 'Credit account'],
  [testAccount, 'Account of a test card'],
])

/** Credit limits by product, in whole units of the account's currency. */
const credits: ReadonlyMap<string, number> = new Map([[creditAccount, 1000]])

/** The credit limit of a new account, in minor units. */
export const creditLimitOf = (product: string, currency: number): number =>
  (credits.get(product) ?? 0) * 10 ** digitsOf(currency)

/** The product of an account that is opened with a type (4.4, bindCardToAccount). */
export const productOf = (accountType: string): string =>
  accountType === 'ACCOUNT_TYPE_CREDIT' ? creditAccount : currentAccount
