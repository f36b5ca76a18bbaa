import type { Debit, Debited } from '#server-contract/issuing/debits.ts'
import { acceptorOf } from '../ledger/acceptor.ts'
import { objectionTo } from './authorise.ts'
import type { IssuerContext } from '../context.ts'
import { issuerFeeOf } from '../ledger/fees.ts'
import { accountNamed, cardToCheck } from '../find.ts'
import { record, type Draft } from '../ledger/ledger.ts'
import { consume } from '../limits/consumption.ts'
import { checkCurrency, exchanged } from '../ledger/money.ts'
import { madeBefore } from '../ledger/repetition.ts'
import type { Card, Transaction } from '../records.ts'
import { feesIn, spent } from '../ledger/spending.ts'
import { approvalCode } from '../trace.ts'
import type { Refusal, AuthorizationRequest } from '../ledger/authorization-request.ts'

/** The processing code of a debit: a purchase from the default account. */
export const PURCHASE = '000000'
const SLOW = 4000
const typeOf = ({ preAuthorization }: Debit) => (preAuthorization ? 'PRE_AUTHORIZATION' : 'PURCHASE')

/**
 * debitCard (card management 4.4): decides and debits in one turn of the event loop, so that no other debit can come
 * between. Fees are added to the amount: the acquirer's as it is sent, the issuer's by the card's product. A hold lasts
 * until it is completed or reversed: the document states no time after which it ends.
 */
export const debitCard =
  (context: IssuerContext) =>
  async (debit: Debit): Promise<Debited> => {
    const card = cardToCheck(context, debit.cardIdentification)
    if (card.quirk === 'slow') await context.clock.sleep(SLOW)
    const before = madeBefore(context, debit, card.pan, typeOf(debit))
    if (before) return answerOf(before)
    const authorization = authorizationOf(context, card, debit)
    const objection = objectionTo(authorization, context)
    const entry = record(
      context,
      objection ? refused(debit, authorization, objection) : approved(context, debit, authorization),
    )
    if (!objection) consume(context, authorization)
    return { ...answerOf(entry), ...(objection && { message: objection.message }) }
  }

type FeesOf = Required<Pick<AuthorizationRequest, 'fees'>> & Pick<Transaction, 'acquirerFee' | 'issuerFee'>

function authorizationOf(context: IssuerContext, { pan }: Card, debit: Debit): AuthorizationRequest & FeesOf {
  const { amount, currency, cardIdentification, cardAcceptorParameters } = debit
  const card = context.tables.cards.get(pan)!
  const account = accountNamed(context, card.accounts[0]!)
  checkCurrency(currency)
  const accountAmount = exchanged(amount, currency, account.currency)
  const { expDate, cvv2 } = cardIdentification
  return {
    card,
    account,
    amount,
    currency,
    accountAmount,
    ...feesFor(debit, card, account.currency, accountAmount),
    acceptor: acceptorOf(cardAcceptorParameters),
    expDate,
    cvv2,
    ...((debit.tds ?? cvv2) !== undefined && { entryMode: 'remote' }),
  }
}

function feesFor({ fee, currency }: Debit, card: Card, accountCurrency: number, accountAmount: number): FeesOf {
  const acquirerFee = fee && Math.round(fee.feeValue ?? fee.feeAmount!)
  const issuerFee = issuerFeeOf(card, currency === accountCurrency ? [] : ['FOREIGN_CURRENCY'], accountAmount)
  return { acquirerFee, issuerFee, fees: feesIn({ acquirerFee, issuerFee, currency }, accountCurrency) }
}

function draftOf(debit: Debit, authorization: AuthorizationRequest): Omit<Draft, 'responseCode' | 'postings'> {
  const { tds, uniqueReferenceNumber: reference } = debit
  const { card, account, amount, currency, accountAmount, acceptor } = authorization
  return {
    type: typeOf(debit),
    direction: 'DEBIT',
    card: card.pan,
    account: account.number,
    amount,
    currency,
    accountAmount,
    processingCode: PURCHASE,
    acceptor,
    description: acceptor?.name,
    authentication: tds?.authenticationIndicator,
    reference,
  }
}

const refused = (debit: Debit, authorization: AuthorizationRequest, { responseCode }: Refusal): Draft => ({
  ...draftOf(debit, authorization),
  responseCode,
  postings: [],
})

function approved({ random }: IssuerContext, debit: Debit, authorization: AuthorizationRequest & FeesOf): Draft {
  const { account, accountAmount, amount, fees, acquirerFee, issuerFee } = authorization
  const approval = approvalCode(random)
  const common = {
    ...draftOf(debit, authorization),
    responseCode: '00',
    approval,
    left: amount,
    acquirerFee,
    issuerFee,
  }
  return debit.preAuthorization
    ? { ...common, postings: [], hold: { account: account.number, amount: accountAmount + fees } }
    : { ...common, postings: spent(common, account.currency, accountAmount, fees) }
}

export const answerOf = (entry: Transaction): Debited => ({
  responseCode: entry.responseCode,
  processingCode: entry.processingCode,
  systemTraceAuditNumber: entry.stan,
  localTransactionDate: entry.localDate,
  rrn: entry.rrn,
  ...(entry.reference !== undefined && { uniqueReferenceNumber: entry.reference }),
  ...(entry.approval !== undefined && { authorizationIdResponse: entry.approval }),
  ...(entry.acquirerFee !== undefined && { acquirerFeeAmount: entry.acquirerFee }),
  ...(entry.issuerFee && { issuerFeeAmount: entry.issuerFee }),
})
