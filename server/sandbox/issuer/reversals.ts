import type { Completion, Original, Reversal, Reversed } from '#contract/issuing/reversals.ts'
import { answerOf } from './debits.ts'
import { Declined } from './declined.ts'
import type { Desk } from './desk.ts'
import { cardNamed } from './find.ts'
import { amend, record } from './ledger.ts'
import { giveBack } from './limits/consumption.ts'
import type { Transaction } from './rows.ts'
import { currencyOf, feesIn, likeOf, partOf, spent } from './spending.ts'
import { approvalCode } from './trace.ts'
import { creditFor, takeBack } from './transfers/credits.ts'

/**
 * reversal (family): gives back a debit or a hold, or a part of it, in as many parts as there is something left. The last
 * part brings the fees back too. Of a transfer it takes the money from who got it, as far as it is still there.
 */
export const reverse =
  (desk: Desk) =>
  (asked: Reversal): Reversed => {
    const original = originalOf(desk, asked)
    const [part, left] = [partOf(desk, original, goneOf(original), asked.amount), original.left! - asked.amount]
    const fees = left === 0 ? feesIn(original, currencyOf(desk, original)) : 0
    const taken = original.counterpart === undefined ? undefined : takeBack(desk, original, asked.amount)
    const entry = record(desk, {
      ...likeOf(original),
      type: 'REVERSAL',
      direction: 'CREDIT',
      amount: asked.amount,
      accountAmount: part,
      approval: approvalCode(desk.random),
      counterpart: taken?.utrnno,
      ...(left === 0 && { acquirerFee: original.acquirerFee, issuerFee: original.issuerFee }),
      ...(isHold(original)
        ? { postings: [], hold: { account: original.account!, amount: -(part + fees) } }
        : { postings: spent(original, currencyOf(desk, original), -part, -fees) }),
    })
    if (taken) amend(desk, taken, { counterpart: entry.utrnno })
    giveBack(desk, original, part, left === 0)
    amend(desk, original, { left, ...(left === 0 && { reversedAt: desk.clock.now() }) })
    return answerOf(entry)
  }

/** completion (family): debits a hold or a part of it, once; what is not debited is free again. */
export const complete =
  (desk: Desk) =>
  (asked: Completion): Reversed => {
    const original = originalOf(desk, asked)
    if (!isHold(original)) throw new Declined('12', 'rrn is not that of a hold')
    const gone = goneOf(original)
    const [part, held] = [
      partOf(desk, original, gone, asked.amount),
      partOf(desk, original, gone, original.amount - gone),
    ]
    const fees = feesIn(original, currencyOf(desk, original))
    const credit = original.beneficiary && creditFor(desk, original.beneficiary)
    const entry = record(desk, {
      ...likeOf(original),
      type: 'COMPLETION',
      direction: 'DEBIT',
      amount: asked.amount,
      accountAmount: part,
      approval: approvalCode(desk.random),
      acquirerFee: original.acquirerFee,
      issuerFee: original.issuerFee,
      postings: spent(original, currencyOf(desk, original), part, fees),
      hold: { account: original.account!, amount: -(held + fees) },
      left: asked.amount,
    })
    giveBack(desk, original, held - part, false)
    amend(desk, original, { left: 0 })
    credit?.(entry)
    return answerOf(entry)
  }

const isHold = ({ type }: Transaction): boolean => type === 'PRE_AUTHORIZATION'

/** What has been given back of an original that is not completed. */
const goneOf = ({ amount, left }: Transaction): number => amount - left!

/** The last that left something; a completed hold is found by its completion, which has the hold's rrn in `original`. */
function originalOf(desk: Desk, { cardIdentification, rrn, amount, currency }: Original): Transaction {
  const card = cardNamed(desk, cardIdentification)
  const first = desk.books.byRrn.of(rrn).find((one) => one.card === card.pan && one.left !== undefined)
  if (!first || first.currency !== currency)
    throw new Declined('78', 'rrn, card and currency name no debit that was approved')
  const original = completionOf(desk, first) ?? first
  if (original.left === 0) throw new Declined('79', 'nothing of the original is left')
  if (amount > original.left!)
    throw new Declined('95', `amount is more than the ${original.left} that are left of the original`)
  if (amount === 0) throw new Declined('13', 'amount must be more than 0')
  return original
}

const completionOf = ({ books }: Desk, { utrnno }: Transaction): Transaction | undefined =>
  books.completionOf.of(String(utrnno))[0]
