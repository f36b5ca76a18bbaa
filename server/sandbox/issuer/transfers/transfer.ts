import type { CardIdentification } from '#server-contract/issuing/card-identification.ts'
import { instantOf } from '#server-contract/issuing/fields.ts'
import type { Transfer, Transferred } from '#server-contract/issuing/transfers.ts'
import { maskOf } from '../card-mask.ts'
import { acceptorOf } from '../ledger/acceptor.ts'
import { objectionTo } from '../authorizations/authorise.ts'
import { answerOf } from '../authorizations/debits.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { issuerFeeOf } from '../ledger/fees.ts'
import { accountNamed, cardNamed, cardToCheck } from '../find.ts'
import { record, type Draft } from '../ledger/ledger.ts'
import { consume } from '../limits/consumption.ts'
import { checkCurrency, exchanged } from '../ledger/money.ts'
import type { Needing } from '../requests/complete.ts'
import type { Account, Card, Transaction } from '../records.ts'
import { spent } from '../ledger/spending.ts'
import { approvalCode } from '../trace.ts'
import type { Refusal, AuthorizationRequest } from '../ledger/authorization-request.ts'
import { credit, objectionToCredit } from '../authorizations/credits.ts'

/** The processing code of a transfer from card to card (family). */
const TRANSFER = '490000'
const EURO = 978

interface Side {
  readonly card: Card
  readonly account: Account
}

/**
 * p2PTransfer (card management 4.4): debits one card and credits another in one turn of the event loop, as two linked
 * entries; a hold (preAuthorization) is paid at its completion. With originalTransactionParameters no money moves: the
 * answer is the original's, or 78. Strict rules use the mandatory fields and euros only; they reject a status check,
 * since without that field it would move the money again.
 */
export const p2PTransfer =
  (context: IssuerContext) =>
  (request: Transfer): Transferred => {
    const transfer = context.rules() === 'strict' ? mandatoryOf(request) : request
    const [from, to] = sidesOf(context, transfer)
    if (transfer.originalTransactionParameters) return answerOf(originalOf(context, transfer, from, to))
    const authorization = authorizationOf(context, transfer, from)
    const objection = objectionTo(authorization, context) ?? objectionToTransfer(context, from, to)
    const entry = record(context, draftOf(context, transfer, authorization, to, objection))
    if (!objection) consume(context, authorization)
    if (!objection && !transfer.preAuthorization) credit(context, entry, to.account)
    return { ...answerOf(entry), ...(objection && { message: objection.message }) }
  }

function mandatoryOf({ tds: _, ...request }: Transfer): Transfer {
  const { sourceCardIdentification, destinationCardIdentification, amount, currency } = request
  const { senderReceiverInfo, pointOfServiceConditionCode } = request
  if (currency !== EURO) throw new Declined('92', 'currency must be 978: the rules are strict')
  if (request.originalTransactionParameters)
    throw new Declined('92', 'originalTransactionParameters is not for the sandbox: the rules are strict')
  return {
    sourceCardIdentification,
    destinationCardIdentification,
    amount,
    currency,
    senderReceiverInfo,
    pointOfServiceConditionCode,
  }
}

const sidesOf = (context: IssuerContext, request: Transfer): [from: Side, to: Side] => [
  sideOf(context, 'source', request.sourceCardIdentification, request.sourceAccountNumber),
  sideOf(context, 'destination', request.destinationCardIdentification, request.destinationAccountNumber),
]

/** The processing checks expiry and CVC2 of the source card, so they are checked here only for the destination. */
const cardFor = { source: cardToCheck, destination: cardNamed } as const

function sideOf(
  context: IssuerContext,
  which: 'source' | 'destination',
  identification: CardIdentification,
  accountNumber?: string,
): Side {
  const card = cardFor[which](context, identification, `${which}CardIdentification`)
  const number = accountNumber ?? card.accounts[0]!
  if (!card.accounts.includes(number))
    throw new Declined('77', `${which}AccountNumber is not an account of the card of ${which}CardIdentification`)
  return { card, account: accountNamed(context, number, `${which}AccountNumber`) }
}

function authorizationOf(
  context: IssuerContext,
  transfer: Transfer,
  { card, account }: Side,
): AuthorizationRequest & { readonly fees: number } {
  const { amount, currency, cardAcceptorParameters, sourceCardIdentification } = transfer as Needing<
    Transfer,
    'amount' | 'currency'
  >
  const { expDate, cvv2 } = sourceCardIdentification
  checkCurrency(currency)
  const accountAmount = exchanged(amount, currency, account.currency)
  const foreign = currency === account.currency ? [] : (['FOREIGN_CURRENCY'] as const)
  return {
    card,
    account,
    amount,
    currency,
    accountAmount,
    fees: issuerFeeOf(card, ['P2P_TRANSFER', ...foreign], accountAmount),
    acceptor: acceptorOf(cardAcceptorParameters),
    expDate,
    cvv2,
    entryMode: 'transfer',
  }
}

/** The source may not pay its own account; if its account has a list, only cards or accounts in the list. */
function objectionToTransfer(context: IssuerContext, from: Side, { card, account }: Side): Refusal | undefined {
  const { number, beneficiaries } = from.account
  if (account.number === number)
    return { responseCode: '12', message: 'destinationCardIdentification leads to the account that pays' }
  if (beneficiaries.length && !beneficiaries.some((one) => one === card.pan || one === account.number))
    return { responseCode: '57', message: 'destinationCardIdentification is not among the allowed beneficiaries' }
  return objectionToCredit(context, card, account)
}

function draftOf(
  { random }: IssuerContext,
  { preAuthorization = false, tds, pointOfServiceDataCode }: Transfer,
  authorization: AuthorizationRequest & { readonly fees: number },
  to: Side,
  refused: Refusal | undefined,
): Draft {
  const { card, account, amount, currency, accountAmount, acceptor, fees } = authorization
  const common: Omit<Draft, 'responseCode' | 'postings'> = {
    type: preAuthorization ? 'PRE_AUTHORIZATION' : 'P2P_DEBIT',
    direction: 'DEBIT',
    card: card.pan,
    account: account.number,
    amount,
    currency,
    accountAmount,
    processingCode: TRANSFER,
    acceptor,
    description: `To ${maskOf(to.card.pan)}`,
    authentication: tds?.authenticationIndicator,
    posDataCode: pointOfServiceDataCode,
    beneficiary: { card: to.card.pan, account: to.account.number },
  }
  if (refused) return { ...common, responseCode: refused.responseCode, postings: [] }
  const approved = { ...common, responseCode: '00', approval: approvalCode(random), left: amount, issuerFee: fees }
  return preAuthorization
    ? { ...approved, postings: [], hold: { account: account.number, amount: accountAmount + fees } }
    : { ...approved, postings: spent(approved, account.currency, accountAmount, fees) }
}

type Original = NonNullable<Transfer['originalTransactionParameters']>

/** The original transfer of a status check; cards, amount and currency must be those of the original. */
function originalOf({ tables }: IssuerContext, request: Transfer, from: Side, to: Side): Transaction {
  const { rrn, systemTraceAuditNumber, localTransactionDate } = request.originalTransactionParameters as Needing<
    Original,
    keyof Original
  >
  const isOriginal = (entry: Transaction): boolean =>
    entry.processingCode === TRANSFER &&
    entry.card === from.card.pan &&
    entry.beneficiary?.card === to.card.pan &&
    entry.amount === request.amount &&
    entry.currency === request.currency &&
    entry.stan === systemTraceAuditNumber &&
    instantOf(entry.localDate) === instantOf(localTransactionDate)
  const original = tables.byRrn.of(rrn).find(isOriginal)
  if (!original) throw new Declined('78', 'originalTransactionParameters name no transfer between these cards')
  return original
}
