import type { accountOperations } from '#server-contract/issuing/accounts.ts'
import type { Request } from '#contract/operation.ts'
import type { AccountData } from '#server-contract/issuing/card-data.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import { getAllowedBeneficiaries, getAllowedMccList, setAllowedBeneficiaries, setAllowedMccList } from './allowed.ts'
import { changeAccountStatus, changeAccountStatusInFe } from './status.ts'
import { accountFacts } from './account-facts.ts'
import { cardSummary } from './card-summary.ts'

export const accountHandlers = (context: IssuerContext) => ({
  changeAccountStatus: changeAccountStatus(context),
  changeAccountStatusInFe: changeAccountStatusInFe(context),
  getAccountData: getAccountData(context),
  setAllowedBeneficiaries: setAllowedBeneficiaries(context),
  getAllowedBeneficiaries: getAllowedBeneficiaries(context),
  setAllowedMccList: setAllowedMccList(context),
  getAllowedMccList: getAllowedMccList(context),
})

type AccountDataRequest = Request<typeof accountOperations.getAccountData>

/**
 * getAccountData (card management 4.2): an account with the cards that may spend from it. It is a default account when
 * each of them spends from it first, which the document leaves open.
 */
const getAccountData =
  (context: IssuerContext) =>
  ({ accountNumber, returnCardNumber = false }: AccountDataRequest): { accountData: AccountData } => {
    const account = accountNamed(context, accountNumber)
    const cards = context.tables.cardsOfAccount.of(account.number)
    const isDefault = cards.every(({ accounts }) => accounts[0] === account.number)
    return {
      accountData: {
        ...accountFacts(context, account, isDefault),
        cards: cards.map((card) => ({
          ...(returnCardNumber && { cardNumber: card.pan }),
          ...cardSummary(context, card),
        })),
      },
    }
  }
