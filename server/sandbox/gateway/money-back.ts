import { ForeignAnswer } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import type { Reversal, Reversed } from '#contract/issuing/reversals.ts'
import { MALFUNCTION, UNREACHABLE } from './action-for-response.ts'
import type { Charge } from './charge-book.ts'
import type { Desk } from './desk.ts'
import type { Event } from './life.ts'
import type { Change } from './order-book.ts'
import { totalOf, type Order } from './order.ts'

const DONE = { responseCode: '00' } as const

/** Lets the issuer give a part of an order's money back to its card; what the issuer says of it. */
export async function giveBack(desk: Desk, order: Order, sum: number): Promise<Reversed> {
  const charge = desk.charges.get(order.id)
  if (!charge || sum === 0) return DONE
  const said = { what: 'reversal', order: order.id } as const
  const detail = `${sum} ${order.currency} ${maskPan(charge.card.pan)}`
  desk.journal.note({ ...said, from: 'gateway', to: 'issuer', detail })
  const answer = await reverse(desk, reversalOf(charge, order, sum))
  desk.journal.note({ ...said, from: 'issuer', to: 'gateway', detail: `responseCode ${answer.responseCode}` })
  return answer
}

async function reverse({ issuer }: Desk, asked: Reversal): Promise<Reversed> {
  if (!issuer.reversal) return DONE
  try {
    return await issuer.reversal(asked)
  } catch (error) {
    return { responseCode: error instanceof ForeignAnswer ? MALFUNCTION : UNREACHABLE }
  }
}

const reversalOf = ({ card, debited }: Charge, { currency }: Order, amount: number): Reversal => ({
  cardIdentification: { cardNumber: card.pan, expDate: card.expiry },
  amount,
  currency: Number(currency),
  processingCode: debited.processingCode,
  systemTraceAuditNumber: debited.systemTraceAuditNumber,
  transactionDate: debited.localTransactionDate,
  rrn: debited.rrn,
  ...(debited.authorizationIdResponse !== undefined && { authorizationIdResponse: debited.authorizationIdResponse }),
})

/** What a hold is worth at the issuer, where the whole of it goes back. */
export const heldOf = ({ ledger, fee }: Order): number => ledger.approved + fee

/** What an event leaves owing to the card, where nobody has asked the issuer for it before. */
const owing: Readonly<Partial<Record<Event, (change: Change) => number>>> = {
  completed: ({ before, after }) => before.ledger.approved - after.ledger.deposited,
  reversed: ({ before }) => (before.state === 'held' ? heldOf(before) : 0),
  verified: ({ after }) => totalOf(after),
}

/** Sees that nobody keeps money which an event has freed; in the background, as events of the clock have no caller. */
export const settle = (desk: Desk, change: Change): void =>
  void giveBack(desk, change.after, owing[change.event]?.(change) ?? 0)
