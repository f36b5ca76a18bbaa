import { digitsOf } from '../authorizations/money.ts'

/** Products of accounts, all of the sandbox's choice: what is opened here, on credit too, and what is behind test cards. */
export const currentAccount = 'CURRENT'
export const creditAccount = 'CREDIT'
export const testAccount = 'TEST'

/** What people call a product of accounts (card management 2.5). */
export const accountProducts: ReadonlyMap<string, string> = new Map([
  [currentAccount, 'Current account'],
  [creditAccount, 'Credit account'],
  [testAccount, 'Account of a test card'],
])

/** How far below nothing an account of a product may go: whole units of its currency. */
const credits: ReadonlyMap<string, number> = new Map([[creditAccount, 1000]])

/** The credit limit of a new account, in minor units. */
export const creditLimitOf = (product: string, currency: number): number =>
  (credits.get(product) ?? 0) * 10 ** digitsOf(currency)

/** The product of an account that is opened as of a type (4.4, bindCardToAccount). */
export const productOf = (accountType: string): string =>
  accountType === 'ACCOUNT_TYPE_CREDIT' ? creditAccount : currentAccount
