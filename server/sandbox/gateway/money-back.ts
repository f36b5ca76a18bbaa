import { ForeignAnswer } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import type { Original, Reversed } from '#contract/issuing/reversals.ts'
import { MALFUNCTION, UNREACHABLE } from './action-for-response.ts'
import type { Charge } from './charge-book.ts'
import type { Desk } from './desk.ts'
import type { Event } from './life.ts'
import type { Change } from './order-book.ts'
import { totalOf, type Order } from './order.ts'

const DONE = { responseCode: '00' } as const

type Way = 'reversal' | 'completion'

/** Lets the issuer give a part of an order's money back to its card; what the issuer says of it. */
export const giveBack = (desk: Desk, order: Order, sum: number): Promise<Reversed> =>
  sum === 0 ? Promise.resolve(DONE) : askFor(desk, 'reversal', order, sum, `${sum}`)

/** Lets the issuer debit a hold, or a part of it; the rest of it is the card's again. */
function complete(desk: Desk, order: Order, sum: number, held: number): void {
  const charge = desk.charges.get(order.id)
  if (!charge) return
  desk.charges.set(order.id, { ...charge, completed: true })
  void askFor(desk, 'completion', order, sum, `${sum} of ${held}`)
}

async function askFor(desk: Desk, way: Way, order: Order, sum: number, words: string): Promise<Reversed> {
  const charge = desk.charges.get(order.id)
  if (!charge) return DONE
  const said = { what: way, order: order.id } as const
  const detail = `${words} ${order.currency} ${maskPan(charge.card.pan)}`
  desk.journal.note({ ...said, from: 'gateway', to: 'issuer', detail })
  const answer = await asked(desk, way, originalOf(charge, order, sum))
  desk.journal.note({ ...said, from: 'issuer', to: 'gateway', detail: `responseCode ${answer.responseCode}` })
  return answer
}

async function asked({ issuer }: Desk, way: Way, original: Original): Promise<Reversed> {
  const ask = issuer[way]
  if (!ask) return DONE
  try {
    return await ask(original)
  } catch (error) {
    return { responseCode: error instanceof ForeignAnswer ? MALFUNCTION : UNREACHABLE }
  }
}

const originalOf = ({ card, debited }: Charge, { currency }: Order, amount: number): Original => ({
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

type Settling = (desk: Desk, change: Change) => void

/** What an event leaves to be done at the issuer, where nobody has asked for it before. */
const settlings: Readonly<Partial<Record<Event, Settling>>> = {
  completed(desk, { before, after }) {
    const [held, taken] = [heldOf(before), after.ledger.deposited + after.fee]
    // A deposit that was undone left no hold at the issuer; of what it has debited, the difference goes back.
    if (desk.charges.get(after.id)?.completed) void giveBack(desk, after, held - taken)
    else complete(desk, after, taken, held)
  },
  reversed: (desk, { before, after }) => void (before.state === 'held' && giveBack(desk, after, heldOf(before))),
  verified: (desk, { after }) => void giveBack(desk, after, totalOf(after)),
}

/** Sees that nobody keeps money which an event has freed; in the background, as events of the clock have no caller. */
export const settle: Settling = (desk, change) => settlings[change.event]?.(desk, change)
