import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Done } from '#server-contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { openAccount } from '../accounts/open-account.ts'
import { Declined, declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed, cardNamed, customerNamed } from '../find.ts'
import { alphaOf } from '../ledger/money.ts'
import { accountStatuses } from '../requests/choices.ts'
import type { Account, Card } from '../records.ts'
import { holderNameIn } from './holder-name.ts'
import { noteEvent } from '../ledger/card-event.ts'

type CardBindingRequest = Request<typeof cardOperations.bindCardToAccount>

/**
 * bindCardToAccount (card management 4.4): as ACCOUNT_TYPE_DEFAULT the account becomes the first that the card spends
 * from, otherwise the last. An unknown account is opened, empty, in accountCurrency; as ACCOUNT_TYPE_CREDIT with a
 * credit limit. The account must be that of customerId, or of the card's own customer; personalData changes the name on
 * the card.
 */
export const bindCardToAccount =
  (context: IssuerContext) =>
  (request: CardBindingRequest): Done => {
    const card = cardNamed(context, request.cardIdentification)
    const customer =
      request.customerId === undefined ? card.customer : customerNamed(context, request.customerId, 'customerId').number
    const account = context.tables.accounts.get(request.accountNumber)
    declineIf(card.accounts.includes(request.accountNumber), 'AG', 'accountNumber is an account of the card already')
    if (account) check(account, request, customer)
    else open(context, request, customer)
    context.tables.cards.put(card.pan, bound(card, request))
    noteEvent(context, card, 'CARD_BINDING', { ...request, description: `Account ${request.accountNumber}` })
    return { responseCode: '00' }
  }

function check(
  { customer, status, currency }: Account,
  { accountCurrency = currency }: CardBindingRequest,
  wanted: string,
): void {
  declineIf(
    customer !== wanted,
    'AD',
    'accountNumber is an account of another customer than customerId, or the card, has',
  )
  declineIf(status === accountStatuses.closed, '36', 'accountNumber is a closed account')
  declineIf(accountCurrency !== currency, '92', `accountCurrency must be ${currency}, that of the account`)
}

/** Letters, digits, underscores and dashes only, so that it cannot be the name of one of the bank's own accounts. */
const accountForm = /^[\w-]+$/

function open(
  context: IssuerContext,
  { accountNumber: number, accountType: type, accountCurrency }: CardBindingRequest,
  customer: string,
): void {
  if (accountCurrency === undefined)
    return void accountNamed(context, number, 'accountNumber, without an accountCurrency,')
  declineIf(!accountForm.test(number), '92', 'accountNumber of a new account has letters, digits and dashes only')
  declineIf(alphaOf(accountCurrency) === undefined, '92', 'accountCurrency is no numeric code of ISO 4217')
  if (context.rules() === 'strict' && context.tables.accountsOf.of(customer).length)
    throw new Declined('A9', 'accountNumber would be a second account of the customer: the rules are strict')
  openAccount(context, { number, customer, currency: accountCurrency, type })
}

function bound(card: Card, { accountNumber, accountType, personalData }: CardBindingRequest): Card {
  const accounts =
    accountType === 'ACCOUNT_TYPE_DEFAULT' ? [accountNumber, ...card.accounts] : [...card.accounts, accountNumber]
  const holderName = holderNameIn(personalData)
  return { ...card, accounts, ...(holderName !== undefined && { holderName }) }
}
