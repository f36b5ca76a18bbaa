import { maskPan } from '#ports/mask.ts'
import type { Original, Reversed } from '#server-contract/issuing/reversals.ts'
import { UNREACHABLE } from '../cards/action-for-response.ts'
import type { Card } from '../cards/card-data.ts'
import type { Charge } from './charge-table.ts'
import type { GatewayContext } from '../context.ts'
import type { Event } from './order-lifecycle.ts'
import type { OrderTransition } from './order-table.ts'
import { totalOf, type Order } from './order.ts'
import { ask, type QueuedAdvice } from './issuer-retry-queue.ts'

const DONE = { responseCode: '00' } as const

/**
 * Asks the issuer to return a part of an order's money to its card, after the queued tasks of the order; returns the
 * issuer's answer. A retry after a lost answer is the same request to the issuer.
 */
export async function giveBack(context: GatewayContext, order: Order, sum: number): Promise<Reversed> {
  const charge = context.charges.get(order.id)
  if (!charge || sum === 0) return DONE
  const { responseCode } = (await context.issuerRetryQueue.settled(order.id)) ?? { responseCode: UNREACHABLE }
  if (responseCode !== DONE.responseCode) return { responseCode }
  return ask(context, reversalTask(charge, order, sum, nameOf(order)))
}

/** An idempotency key: the same until some of the order's money has moved. */
const nameOf = ({ id, ledger: { approved, deposited, refunded } }: Order): string =>
  [id, approved, deposited, refunded].join('/')

/** Reverses a charge in the background, retried until the issuer answers. */
function scheduleReversal(context: GatewayContext, order: Order, sum: number): void {
  const charge = context.charges.get(order.id)
  if (charge && sum > 0) context.issuerRetryQueue.add(reversalTask(charge, order, sum, context.random.uuid()))
}

/** Queues the debit of a hold, or of a part of it; the rest is released to the card. */
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

/** Queues the reversal of a debit of `sum` by its reference number: how much was debited or returned is unknown. */
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

/** Releases a hold in the background; the issuer may have returned a part of it in an answer that was lost. */
function free(context: GatewayContext, order: Order, sum: number): void {
  const charge = context.charges.get(order.id)
  if (!charge) return
  if (context.issuer.reversalAdvice) withdraw(context, order, charge.card, sum)
  else scheduleReversal(context, order, sum)
}

/** A hold that the issuer refuses to debit stays a hold at the gateway, too. */
export function keepRefusedHold(
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

/** The amount of a hold at the issuer, fee included, for returning all of it. */
export const heldOf = ({ ledger, fee }: Order): number => ledger.approved + fee

type Settling = (context: GatewayContext, change: OrderTransition) => void

/** What an event requires at the issuer, unless it was already requested there. */
const settlings: Readonly<Partial<Record<Event, Settling>>> = {
  completed(context, { before, after }) {
    const [held, taken] = [heldOf(before), after.ledger.deposited + after.fee]
    // A reopened deposit left no hold at the issuer; the difference to what it has debited is reversed.
    if (context.charges.get(after.id)?.completed) scheduleReversal(context, after, held - taken)
    else complete(context, after, taken, held)
  },
  reversed: (context, { before, after }) => void (before.state === 'held' && free(context, after, heldOf(before))),
  unacknowledged: (context, { before, after }) => scheduleReversal(context, after, heldOf(before)),
  verified: (context, { after }) => scheduleReversal(context, after, totalOf(after)),
}

/** Queues what an event requires at the issuer; in the background, since scheduled events have no caller. */
export const settle: Settling = (context, change) => settlings[change.event]?.(context, change)
