/** Money that a card may spend, in minor units; the sandbox keeps no exchange rates, so it has no currency of its own. */
export interface Account {
  readonly balance: number
}

/** What an account holds when its card says nothing else. */
export const fullBalance = 1_000_000_000_00

export const covers = (account: Account, amount: number): boolean => account.balance >= amount

/** The account after a debit or a hold; either takes the amount out of reach. */
export const debited = (account: Account, amount: number): Account => ({
  ...account,
  balance: account.balance - amount,
})

/** The account once a debit, a hold or a part of one has come back. */
export const restored = (account: Account, amount: number): Account => debited(account, -amount)
