import { mayBePaid } from '#contract/outcome.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isHeld } from '../../locks/lock-store.ts'
import { isRegistering } from '../../locks/registering.ts'
import { isUndecided, type OrderAttempt } from '../attempts.ts'
import type { CodeContext } from '../codes/follow-code.ts'
import { earlierProcessMayHavePaid, lostLockMayStillPay } from '../lost-locks.ts'

/** What an order is read with, beside the locks of those that may be paying it. */
export type ReadingContext = CodeContext

/** An order as its attempts show it. */
export interface ShownOrder {
  readonly orderNumber: string
  /** The last attempt. */
  readonly current: OrderAttempt | undefined
  /** The state that the attempts give the order; `open` where there are none. */
  readonly state: string
  /** The ticket of the shopper for whom it is read. */
  readonly ticket?: Ticket
  /** The locks before the attempts were read: a payment that held one may have ended meanwhile, and not be shown yet. */
  readonly before?: { readonly isRegistering: boolean; readonly isHeld: boolean }
}

/** What the attempts of an order mean, given what else is known of it. */
export type Meaning =
  /** They decide the order. */
  | 'decided'
  /** The current attempt may be paid at any moment. */
  | 'pending'
  /** The next number may be registered and paid at any moment: none of them decides anything. */
  | 'next pending'
  /** A payment may have ended since they were read. */
  | 'read again'

type Holds = (proxy: ReadingContext, order: ShownOrder) => boolean | Promise<boolean>

/** Whether the current attempt can be charged no more, or there is none. */
const isOver = ({ current }: ShownOrder): boolean => !current || !isUndecided(current)

/**
 * What is known of an order, and what follows: the first fact that holds decides. A cancelled order, and one with a code
 * that may still be paid, is decided before.
 */
const facts: Readonly<Record<string, readonly [holds: Holds, follows: Meaning]>> = {
  'it was paid, or its bank is deciding': [(_, { state }) => !mayBePaid(state), 'decided'],
  'its next number is being registered and paid': [
    async (proxy, { orderNumber, before }) =>
      (await isRegistering(proxy, orderNumber)) || before?.isRegistering === true,
    'next pending',
  ],
  // An order without an attempt cannot be reported wrongly: only the next payment waits before it is sent.
  'a process that has ended may have paid its next number': [
    (proxy, order) =>
      order.ticket !== undefined &&
      order.current !== undefined &&
      isOver(order) &&
      earlierProcessMayHavePaid(proxy, order.ticket),
    'next pending',
  ],
  'a payment of it has failed': [(_, order) => isOver(order) && order.state !== 'open', 'decided'],
  'its lock is held, so that it may be being paid': [
    (proxy, { orderNumber, before }) => before?.isHeld === true || isHeld(proxy, orderNumber),
    'pending',
  ],
  'its lock may be lost, and the payment still in progress': [
    (proxy, { current }) => lostLockMayStillPay(proxy, current),
    'pending',
  ],
  'nobody has paid it': [(_, { state }) => state === 'open', 'decided'],
  'it was closed by no payment, and may have been read during one': [() => true, 'read again'],
}

export async function meaningOf(proxy: ReadingContext, order: ShownOrder): Promise<Meaning> {
  for (const [holds, follows] of Object.values(facts)) if (await holds(proxy, order)) return follows
  return 'decided'
}
