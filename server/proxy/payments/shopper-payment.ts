import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isClosed, mayTryAgain, type OrderAttempt } from '../orders/attempts.ts'
import { readAttempt, type AttemptsContext } from '../orders/read/attempts.ts'
import { needsNextNumber } from '../orders/comparison.ts'
import { asPending, factsOf, isRepeatable } from '../orders/outcome.ts'
import { orderStateIn, readForShopper, type OrderReading } from '../orders/read/for-shopper.ts'
import { requireSendable, untilSigned } from '../orders/lost-locks.ts'
import type { ProxyContext } from '../proxy-context.ts'
import {
  withLockedOrder,
  type LockedOrder,
  type LockedOrderContext,
  type OrderFacts,
  type PayableReading,
} from './locked-order.ts'

/** What a shopper's request pays. */
export interface ShopperOrder {
  readonly ticket: Ticket
  /** The gateway's identifier of the prepared attempt; absent where the payment registers the order's next number. */
  readonly orderId?: string
  readonly requestId?: string
  readonly holdsAtMost?: number
  /** Whether it only registers the order's next number, or finds the open one, and pays nothing by itself. */
  readonly onlyRegisters?: boolean
  /** Runs under the order's lock, before the order is read. */
  check?(): Promise<unknown>
}

/**
 * Runs `pay` under the order's lock, where the ticket's order may be paid; otherwise the outcome of the order. While
 * another request pays it, an open order is `pending`. Throws `too_early` as {@link requireSendable} does.
 */
export async function payForShopper(
  proxy: LockedOrderContext,
  { ticket, orderId, requestId, holdsAtMost, onlyRegisters = false, check }: ShopperOrder,
  pay: (order: LockedOrder<Outcome>, reading: PayableReading) => Promise<Outcome>,
): Promise<Outcome> {
  const paysNextNumber = orderId === undefined && !onlyRegisters
  if (paysNextNumber) await untilSigned(proxy, ticket)
  const isPayable = (reading: OrderReading): boolean => {
    if (onlyRegisters && reading.outcome.state === 'open') return true
    return orderId === undefined
      ? isNextPayable(proxy, ticket, reading)
      : isAttemptPayable(proxy, ticket, reading, orderId)
  }
  const order = {
    orderNumber: ticket.orderNumber,
    requestId,
    paysNextNumber,
    holdsAtMost,
    unpayable(attempts: readonly OrderAttempt[], { isCancelled }: OrderFacts): Outcome | undefined {
      const reading = orderStateIn(proxy, ticket, attempts, isCancelled)
      return isPayable(reading) ? undefined : reading.outcome
    },
    pending: (): Outcome => ({ state: 'pending', ...factsOf(ticket, orderId) }),
  }
  const paid = await withLockedOrder<Outcome>(proxy, order, async (locked) => {
    await check?.()
    const reading = await locked.read()
    if (!reading.payable) return reading.outcome
    if (paysNextNumber) requireSendable(proxy, ticket)
    return pay(locked, reading)
  })
  return typeof paid === 'string' ? asPending((await readForShopper(proxy, ticket)).outcome) : paid
}

const isAttemptPayable = (
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  ticket: Ticket,
  { current, outcome }: OrderReading,
  orderId: string,
): boolean => outcome.state === 'open' && current?.orderId === orderId && !needsNextNumber(proxy, current, ticket)

const isNextPayable = (
  proxy: Pick<ProxyContext, 'config'>,
  ticket: Ticket,
  { outcome, attempts }: OrderReading,
): boolean => isRepeatable(outcome) && mayTryAgain(proxy, attempts, ticket)

/** The fields of a payment of the prepared attempt, which was read as payable. */
export const ofPrepared = ({ attempts, current }: PayableReading) => {
  const { number, orderId } = current!
  return { number, orderId, before: current!, earlier: attempts.slice(0, -1), registers: false } as const
}

/**
 * Declines the last attempt at the gateway if it is not closed, and returns all attempts; `undefined` where it is not
 * declined afterwards, since a payment of it may be in progress.
 */
export async function declineUnpaidAttempt(
  proxy: AttemptsContext,
  attempts: readonly OrderAttempt[],
): Promise<readonly OrderAttempt[] | undefined> {
  const last = attempts.at(-1)
  if (!last || isClosed(last)) return attempts
  await proxy.gateway.decline({ orderId: last.orderId })
  const after = await readAttempt(proxy, last.number)
  return after && isClosed(after) ? [...attempts.slice(0, -1), after] : undefined
}

/** A nonce that cannot be guessed, such as the one that the method's notification page sends to its parent. */
export const newNonce = ({ random }: Pick<ProxyContext, 'random'>): string =>
  Buffer.from(random.bytes(16)).toString('base64url')
