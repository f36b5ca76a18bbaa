import { maskOf } from '../card-mask.ts'
import { powersOf } from '../accounts/status.ts'
import { byStatus, hasExpired } from './authorise.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import { amend, availableOn, record } from '../ledger/ledger.ts'
import { exchanged } from '../ledger/money.ts'
import type { Account, Beneficiary, Card, Transaction } from '../records.ts'
import { likeOf, partOf, spent } from '../ledger/spending.ts'
import type { Refusal } from '../ledger/authorization-request.ts'

/** The objection to a transfer to a card, or `undefined`. */
export function objectionToCredit({ clock }: IssuerContext, card: Card, account: Account): Refusal | undefined {
  const named = 'the card of destinationCardIdentification'
  const ofStatus = byStatus[card.status]
  if (ofStatus) return { responseCode: ofStatus, message: `${named} has hotCardStatus ${card.status}` }
  if (hasExpired(card, clock.now())) return { responseCode: '33', message: `${named} has expired` }
  if (!powersOf(account).receives) return { responseCode: '36', message: `the account of ${named} takes no money` }
  return undefined
}

/** Checks a beneficiary and returns the function that pays it, for the same turn. Declines if it may not be paid. */
export function creditFor(context: IssuerContext, beneficiary: Beneficiary): (debit: Transaction) => void {
  const account = accountNamed(context, beneficiary.account)
  const objection = objectionToCredit(context, context.tables.cards.get(beneficiary.card)!, account)
  if (objection) throw new Declined(objection.responseCode, objection.message)
  return (debit) => credit(context, debit, account)
}

/** Credits the other side of a debit, and links the two entries. */
export function credit(context: IssuerContext, debit: Transaction, { currency, number }: Account): void {
  const accountAmount = exchanged(debit.amount, debit.currency, currency)
  const { card, account } = debit.beneficiary!
  const entry = record(context, {
    ...likeOf(debit),
    type: 'P2P_CREDIT',
    direction: 'CREDIT',
    card,
    account,
    amount: debit.amount,
    accountAmount,
    approval: debit.approval,
    description: `From ${maskOf(debit.card!)}`,
    original: undefined,
    counterpart: debit.utrnno,
    postings: spent({ ...debit, account: number }, currency, -accountAmount),
  })
  amend(context, debit, { counterpart: entry.utrnno })
}

/** Takes a part of a transfer back from its beneficiary. Declines with 51 if it is not there any more. */
export function takeBack(context: IssuerContext, debit: Transaction, amount: number): Transaction {
  const paid = context.tables.transactions.get(String(debit.counterpart))!
  const account = accountNamed(context, paid.account!)
  const part = partOf(context, paid, debit.amount - debit.left!, amount)
  if (part > availableOn(context, account))
    throw new Declined('51', 'who got the transfer has not enough money for amount')
  return record(context, {
    ...likeOf(paid),
    type: 'REVERSAL',
    direction: 'DEBIT',
    amount,
    accountAmount: part,
    postings: spent(paid, account.currency, part),
  })
}
