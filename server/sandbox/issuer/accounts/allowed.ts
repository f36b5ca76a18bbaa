import type { accountOperations } from '#server-contract/issuing/accounts.ts'
import type { Request } from '#contract/operation.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import type { Needing } from '../requests/complete.ts'
import type { Account } from '../records.ts'
import { note } from './note.ts'

type AllowedMccListRequest = Needing<Request<typeof accountOperations.getAllowedMccList>, 'accountNumber'>
type Beneficiaries = Request<typeof accountOperations.setAllowedBeneficiaries>
type Categories = Request<typeof accountOperations.setAllowedMccList>
const done = { responseCode: '00' } as const

/** setAllowedBeneficiaries (card management 4.2): replaces the list of cards and accounts; empty allows all. */
export const setAllowedBeneficiaries =
  (context: IssuerContext) =>
  (request: Beneficiaries): typeof done => {
    const { accountNumber, beneficiaries } = request as Needing<Beneficiaries, 'accountNumber' | 'beneficiaries'>
    const account = change(context, accountNumber, { beneficiaries: [...new Set(beneficiaries)] })
    const description = `${account.beneficiaries.length} beneficiaries alone`
    note(context, 'BENEFICIARIES_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedBeneficiaries =
  (context: IssuerContext) =>
  (request: Request<typeof accountOperations.getAllowedBeneficiaries>): { beneficiaries: string[] } => ({
    beneficiaries: [...appliedTo(context, (request as AllowedMccListRequest).accountNumber).beneficiaries],
  })

/** setAllowedMccList (card management 4.2): replaces the list; empty allows all merchants. */
export const setAllowedMccList =
  (context: IssuerContext) =>
  (request: Categories): typeof done => {
    const { accountNumber, mccList } = request as Needing<Categories, 'accountNumber' | 'mccList'>
    const account = change(context, accountNumber, { mccList: [...new Set(mccList)] })
    const description = `${account.mccList.length} merchant categories alone`
    note(context, 'MCC_LIST_CHANGE', { account: account.number, currency: account.currency, description })
    return done
  }

export const getAllowedMccList =
  (context: IssuerContext) =>
  (request: Request<typeof accountOperations.getAllowedMccList>): { mccList: number[] } => ({
    mccList: [...appliedTo(context, (request as AllowedMccListRequest).accountNumber).mccList],
  })

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
