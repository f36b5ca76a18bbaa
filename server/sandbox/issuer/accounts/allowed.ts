import type { Desk } from '../desk.ts'
import { accountNamed } from '../find.ts'
import type { Account } from '../rows.ts'
import { note } from './note.ts'

type Named = { readonly accountNumber: string }
const done = { responseCode: '00' } as const

/** setAllowedBeneficiaries (card management 4.2): the list as it is to be, of cards and accounts; empty allows everybody. */
export const setAllowedBeneficiaries =
  (desk: Desk) =>
  ({ accountNumber, beneficiaries }: Named & { readonly beneficiaries: readonly string[] }): typeof done => {
    const account = change(desk, accountNumber, { beneficiaries: [...new Set(beneficiaries)] })
    const description = `${account.beneficiaries.length} beneficiaries alone`
    note(desk, 'BENEFICIARIES_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedBeneficiaries =
  (desk: Desk) =>
  ({ accountNumber }: Named): { beneficiaries: string[] } => ({
    beneficiaries: [...appliedTo(desk, accountNumber).beneficiaries],
  })

/** setAllowedMccList (card management 4.2): the list as it is to be; empty allows all merchants. */
export const setAllowedMccList =
  (desk: Desk) =>
  ({ accountNumber, mccList }: Named & { readonly mccList: readonly number[] }): typeof done => {
    const account = change(desk, accountNumber, { mccList: [...new Set(mccList)] })
    const description = `${account.mccList.length} merchant categories alone`
    note(desk, 'MCC_LIST_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedMccList =
  (desk: Desk) =>
  ({ accountNumber }: Named): { mccList: number[] } => ({ mccList: [...appliedTo(desk, accountNumber).mccList] })

function change(desk: Desk, accountNumber: string, news: Partial<Account>): Account {
  const account = { ...appliedTo(desk, accountNumber), ...news }
  desk.books.accounts.put(account.number, account)
  return account
}

/**
 * The lists "apply to a card or an account", and have one field to name either: a card's number stands for the account
 * that the card spends from (the sandbox's reading).
 */
function appliedTo(desk: Desk, number: string): Account {
  const account = desk.books.cards.get(number)?.accounts[0] ?? number
  return accountNamed(desk, account)
}
