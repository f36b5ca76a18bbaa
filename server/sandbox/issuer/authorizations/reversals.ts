import type { Done } from '#server-contract/issuing/fields.ts'
import type { Completion, Original, Reversal, ReversalAdvice, Reversed } from '#server-contract/issuing/reversals.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { answerOf } from './debits.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { cardNamed } from '../find.ts'
import { amend, record } from '../ledger/ledger.ts'
import { giveBack } from '../limits/consumption.ts'
import { anotherRequest, madeBefore } from '../ledger/repetition.ts'
import type { Transaction, TransactionType } from '../records.ts'
import { currencyOf, feesIn, likeOf, partOf, spent } from '../ledger/spending.ts'
import { approvalCode } from '../trace.ts'
import { creditFor, takeBack } from './credits.ts'

/**
 * reversal (family): returns a debit or a hold, wholly or in parts until nothing is left. The last part returns the
 * fees too. For a transfer it takes the money back from the beneficiary, and declines if it is not there any more.
 */
export const reverse =
  (context: IssuerContext) =>
  (request: Reversal): Reversed => {
    const before = repeated(context, request, 'REVERSAL')
    if (before) return answerOf(before)
    return answerOf(giveBackPart(context, originalOf(context, request), request.amount, request.uniqueReferenceNumber))
  }

/**
 * reversalAdvice (the sandbox's own): reverses a debit or a hold whose answer was lost, once. One that was never
 * received is recorded, so that it is refused if it comes late. 94 is anything that is not a debit of the card.
 */
export const withdraw =
  (context: IssuerContext) =>
  ({ cardIdentification, uniqueReferenceNumber: reference }: ReversalAdvice): Done => {
    const card = cardNamed(context, cardIdentification)
    const [debit] = context.tables.byReference.of(reference)
    if (!debit) noteEvent(context, card, 'REVERSAL_ADVICE', { reference })
    else if (debit.card !== card.pan || !advised.includes(debit.type)) throw anotherRequest()
    else undo(context, completionOf(context, debit) ?? debit)
    return { responseCode: '00' }
  }

/** What an advice may refer to: a debit, a hold, or the record of an earlier advice. */
const advised: readonly TransactionType[] = ['PURCHASE', 'PRE_AUTHORIZATION', 'REVERSAL_ADVICE']

const undo = (context: IssuerContext, debit: Transaction): unknown =>
  debit.left && giveBackPart(context, debit, debit.left)

const repeated = (
  context: IssuerContext,
  request: Original,
  type: 'REVERSAL' | 'COMPLETION',
): Transaction | undefined => madeBefore(context, request, cardNamed(context, request.cardIdentification).pan, type)

function giveBackPart(context: IssuerContext, original: Transaction, amount: number, reference?: string): Transaction {
  const [part, left] = [partOf(context, original, goneOf(original), amount), original.left! - amount]
  const fees = left === 0 ? feesIn(original, currencyOf(context, original)) : 0
  const taken = original.counterpart === undefined ? undefined : takeBack(context, original, amount)
  const entry = record(context, {
    ...likeOf(original),
    type: 'REVERSAL',
    direction: 'CREDIT',
    amount,
    accountAmount: part,
    approval: approvalCode(context.random),
    reference,
    counterpart: taken?.utrnno,
    ...(left === 0 && { acquirerFee: original.acquirerFee, issuerFee: original.issuerFee }),
    ...(isHold(original)
      ? { postings: [], hold: { account: original.account!, amount: -(part + fees) } }
      : { postings: spent(original, currencyOf(context, original), -part, -fees) }),
  })
  if (taken) amend(context, taken, { counterpart: entry.utrnno })
  giveBack(context, original, part, left === 0)
  amend(context, original, { left, ...(left === 0 && { reversedAt: context.clock.now() }) })
  return entry
}

/** completion (family): debits a hold or a part of it, once; the rest is released. */
export const complete =
  (context: IssuerContext) =>
  (request: Completion): Reversed => {
    const before = repeated(context, request, 'COMPLETION')
    if (before) return answerOf(before)
    const original = originalOf(context, request)
    if (!isHold(original)) throw new Declined('12', 'rrn is not that of a hold')
    const gone = goneOf(original)
    const [part, held] = [
      partOf(context, original, gone, request.amount),
      partOf(context, original, gone, original.amount - gone),
    ]
    const fees = feesIn(original, currencyOf(context, original))
    const credit = original.beneficiary && creditFor(context, original.beneficiary)
    const entry = record(context, {
      ...likeOf(original),
      type: 'COMPLETION',
      direction: 'DEBIT',
      amount: request.amount,
      accountAmount: part,
      approval: approvalCode(context.random),
      acquirerFee: original.acquirerFee,
      issuerFee: original.issuerFee,
      postings: spent(original, currencyOf(context, original), part, fees),
      hold: { account: original.account!, amount: -(held + fees) },
      left: request.amount,
      reference: request.uniqueReferenceNumber,
    })
    giveBack(context, original, held - part, false)
    amend(context, original, { left: 0 })
    credit?.(entry)
    return answerOf(entry)
  }

const isHold = ({ type }: Transaction): boolean => type === 'PRE_AUTHORIZATION'

/** The amount already returned of an original that is not completed. */
const goneOf = ({ amount, left }: Transaction): number => amount - left!

/** The debit of an rrn; for a completed hold its completion, which has the hold's utrnno in `original`. */
function originalOf(context: IssuerContext, { cardIdentification, rrn, amount, currency }: Original): Transaction {
  const card = cardNamed(context, cardIdentification)
  const first = context.tables.byRrn.of(rrn).find((one) => one.card === card.pan && one.left !== undefined)
  if (!first || first.currency !== currency)
    throw new Declined('78', 'rrn, card and currency name no debit that was approved')
  const original = completionOf(context, first) ?? first
  if (original.left === 0) throw new Declined('79', 'nothing of the original is left')
  if (amount > original.left!)
    throw new Declined('95', `amount is more than the ${original.left} that are left of the original`)
  if (amount === 0) throw new Declined('13', 'amount must be more than 0')
  return original
}

const completionOf = ({ tables }: IssuerContext, { utrnno }: Transaction): Transaction | undefined =>
  tables.completionOf.of(String(utrnno))[0]
