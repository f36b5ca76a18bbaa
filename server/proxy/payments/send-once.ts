import type { Told } from '#gateway-client/meaning.ts'
import { beginRegistration } from '../orders/chain.ts'
import type { Hold } from '../locks/claims.ts'
import { notFollowed, type Followed } from '../webhooks/follow-ups.ts'
import type { Parts } from '../parts.ts'

/** A payment that is ready to be sent, for an order whose lock is held and which may be paid as it stands. */
export interface ReadyPayment<T> {
  readonly orderNumber: string
  /** The try that it pays. */
  readonly number: string
  /** Whether the request registers the try itself. */
  readonly registers: boolean
  /** Whether the gateway was given an address for its callbacks about the order; otherwise the order is followed from here. */
  readonly hasCallback: boolean
  send(): Promise<Told<T>>
}

/** The gateway's answer, and who follows the order. */
export interface SentOnce<T> {
  readonly told: Told<T>
  readonly followed: Followed
}

/**
 * Sends a payment: the only place that does. From here on the lock outlives its holder, until the payment is decided or
 * the lock's time is over; a lost answer is read by the number, and never sent again.
 */
export async function sendOnce<T>(parts: Parts, hold: Hold, payment: ReadyPayment<T>): Promise<SentOnce<T>> {
  const { orderNumber, number, registers, hasCallback, send } = payment
  const followed = hasCallback ? notFollowed : await parts.followUps.begin(orderNumber, 'payment')
  hold.keep()
  const noteRegistered = registers ? beginRegistration(parts, number) : undefined
  const told = await send()
  if (told.kind === 'answered') await noteRegistered?.()
  return { told, followed }
}
