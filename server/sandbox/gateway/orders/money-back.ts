import { maskPan } from '#ports/mask.ts'
import type { Original, Reversed } from '#contract/issuing/reversals.ts'
import { UNREACHABLE } from '../payments/action-for-response.ts'
import type { Card } from '../payments/card-data.ts'
import type { Charge } from './charge-table.ts'
import type { GatewayContext } from '../context.ts'
import type { Event } from './order-lifecycle.ts'
import type { Change } from './order-table.ts'
import { totalOf, type Order } from './order.ts'
import { ask, type QueuedAdvice } from './issuer-retry-queue.ts'

const DONE = { responseCode: '00' } as const

/**
 * Lets the issuer give a part of an order's money back to its card, once it has heard of all that came before; what the
 * issuer says of it. Asked again after an answer was lost, it is the same request to the issuer.
 */
export async function giveBack(context: GatewayContext, order: Order, sum: number): Promise<Reversed> {
  const charge = context.charges.get(order.id)
  if (!charge || sum === 0) return DONE
  const { responseCode } = (await context.issuerRetryQueue.settled(order.id)) ?? { responseCode: UNREACHABLE }
  if (responseCode !== DONE.responseCode) return { responseCode }
  return ask(context, reversalTask(charge, order, sum, nameOf(order)))
}

/** The same for as long as none of an order's money has moved since. */
const nameOf = ({ id, ledger: { approved, deposited, refunded } }: Order): string =>
  [id, approved, deposited, refunded].join('/')

/** The same in the background, until the issuer has heard it. */
function scheduleReversal(context: GatewayContext, order: Order, sum: number): void {
  const charge = context.charges.get(order.id)
  if (charge && sum > 0) context.issuerRetryQueue.add(reversalTask(charge, order, sum, context.random.uuid()))
}

/** Lets the issuer debit a hold, or a part of it; the rest of it is the card's again. */
function complete(context: GatewayContext, order: Order, sum: number, held: number): void {
  const charge = context.charges.get(order.id)
  if (!charge) return
  context.charges.set(order.id, { ...charge, completed: true })
  const original = originalOf(charge, order, sum, context.random.uuid())
  context.issuerRetryQueue.add({
    order: order.id,
    method: 'completion',
    detail: detailOf(charge, order, `${sum} of ${held}`),
    original,
  })
}

/** Undoes what may be left of a debit of `sum` by its name: nobody knows how much of it was made, or has gone back. */
export const withdraw = (
  context: GatewayContext,
  { id, currency }: Order,
  { pan }: Pick<Card, 'pan'>,
  sum: number,
): void =>
  context.issuerRetryQueue.add({
    order: id,
    method: 'reversalAdvice',
    detail: `${sum} ${currency} ${maskPan(pan)}`,
    original: { cardIdentification: { cardNumber: pan }, uniqueReferenceNumber: id },
  })

/** Sets a hold free in the background, of which the issuer may have given back a part and not been heard. */
function free(context: GatewayContext, order: Order, sum: number): void {
  const charge = context.charges.get(order.id)
  if (!charge) return
  if (context.issuer.reversalAdvice) withdraw(context, order, charge.card, sum)
  else scheduleReversal(context, order, sum)
}

/** A hold that the issuer refuses to debit stays a hold at the gateway, too. */
export function heed(
  { charges, orders }: Pick<GatewayContext, 'charges' | 'orders'>,
  task: QueuedAdvice,
  answer: Reversed,
): void {
  const charge = charges.get(task.order)
  if (task.method !== 'completion' || answer.responseCode === '00' || !charge) return
  charges.set(task.order, { ...charge, completed: false })
  orders.move(task.order, 'stillHeld')
}

const reversalTask = (charge: Charge, order: Order, sum: number, name: string): QueuedAdvice => ({
  order: order.id,
  method: 'reversal',
  detail: detailOf(charge, order, `${sum}`),
  original: originalOf(charge, order, sum, name),
})

const detailOf = ({ card }: Charge, { currency }: Order, words: string): string =>
  `${words} ${currency} ${maskPan(card.pan)}`

const originalOf = ({ card, debited }: Charge, { currency }: Order, amount: number, name: string): Original => ({
  cardIdentification: { cardNumber: card.pan, expDate: card.expiry },
  amount,
  currency: Number(currency),
  processingCode: debited.processingCode,
  systemTraceAuditNumber: debited.systemTraceAuditNumber,
  transactionDate: debited.localTransactionDate,
  rrn: debited.rrn,
  ...(debited.authorizationIdResponse !== undefined && { authorizationIdResponse: debited.authorizationIdResponse }),
  uniqueReferenceNumber: name,
})

/** What a hold is worth at the issuer, where the whole of it goes back. */
export const heldOf = ({ ledger, fee }: Order): number => ledger.approved + fee

type Settling = (context: GatewayContext, change: Change) => void

/** What an event leaves to be done at the issuer, where nobody has asked for it before. */
const settlings: Readonly<Partial<Record<Event, Settling>>> = {
  completed(context, { before, after }) {
    const [held, taken] = [heldOf(before), after.ledger.deposited + after.fee]
    // A deposit that was undone left no hold at the issuer; of what it has debited, the difference goes back.
    if (context.charges.get(after.id)?.completed) scheduleReversal(context, after, held - taken)
    else complete(context, after, taken, held)
  },
  reversed: (context, { before, after }) => void (before.state === 'held' && free(context, after, heldOf(before))),
  verified: (context, { after }) => scheduleReversal(context, after, totalOf(after)),
}

/** Sees that nobody keeps money which an event has freed; in the background, as events of the clock have no caller. */
export const settle: Settling = (context, change) => settlings[change.event]?.(context, change)
