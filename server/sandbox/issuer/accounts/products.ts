/** The product of accounts that are opened here, and that of the accounts behind test cards; both are the sandbox's. */
export const currentAccount = 'CURRENT'
export const testAccount = 'TEST'

/** What people call a product of accounts (card management 2.5). */
export const accountProducts: ReadonlyMap<string, string> = new Map([
  [currentAccount, 'Current account'],
  [testAccount, 'Account of a test card'],
])
