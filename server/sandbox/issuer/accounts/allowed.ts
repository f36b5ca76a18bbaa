import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import type { Account } from '../rows.ts'
import { note } from './note.ts'

type Named = { readonly accountNumber: string }
const done = { responseCode: '00' } as const

/** setAllowedBeneficiaries (card management 4.2): replaces the list of cards and accounts; empty allows all. */
export const setAllowedBeneficiaries =
  (context: IssuerContext) =>
  ({ accountNumber, beneficiaries }: Named & { readonly beneficiaries: readonly string[] }): typeof done => {
    const account = change(context, accountNumber, { beneficiaries: [...new Set(beneficiaries)] })
    const description = `${account.beneficiaries.length} beneficiaries alone`
    note(context, 'BENEFICIARIES_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedBeneficiaries =
  (context: IssuerContext) =>
  ({ accountNumber }: Named): { beneficiaries: string[] } => ({
    beneficiaries: [...appliedTo(context, accountNumber).beneficiaries],
  })

/** setAllowedMccList (card management 4.2): replaces the list; empty allows all merchants. */
export const setAllowedMccList =
  (context: IssuerContext) =>
  ({ accountNumber, mccList }: Named & { readonly mccList: readonly number[] }): typeof done => {
    const account = change(context, accountNumber, { mccList: [...new Set(mccList)] })
    const description = `${account.mccList.length} merchant categories alone`
    note(context, 'MCC_LIST_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedMccList =
  (context: IssuerContext) =>
  ({ accountNumber }: Named): { mccList: number[] } => ({ mccList: [...appliedTo(context, accountNumber).mccList] })

function change(context: IssuerContext, accountNumber: string, update: Partial<Account>): Account {
  const account = { ...appliedTo(context, accountNumber), ...update }
  context.tables.accounts.put(account.number, account)
  return account
}

/**
 * The lists "apply to a card or an account", and have one field for either: a card number means the account that the
 * card spends from (the sandbox's interpretation).
 */
function appliedTo(context: IssuerContext, number: string): Account {
  const account = context.tables.cards.get(number)?.accounts[0] ?? number
  return accountNamed(context, account)
}
