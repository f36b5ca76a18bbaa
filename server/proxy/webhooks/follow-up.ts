import type { TryState } from '#contract/merchant/merchant.ts'

/** An order that is read until it is final, since the gateway may send no callback about it. */
export interface FollowUp {
  readonly id: string
  readonly orderNumber: string
  /** What is sent: a payment, or a change of an order that is paid or held. */
  readonly of: 'payment' | 'change'
  /** When it began, Unix milliseconds. */
  readonly since: number
}

/** The result of reading an order. */
export interface Finding {
  /** `unknown` where the gateway has no such order; absent where it could not be read. */
  readonly state?: TryState | 'unknown'
  /** The merchant's server has accepted the event, or there was none to send. */
  readonly isNotified: boolean
}

/** Milliseconds before the first read, at most between two reads, and until an order is no longer followed. */
export const FIRST_READ_DELAY = 2000
const MAX_READ_PAUSE = 3_600_000
const LIFETIME = 7 * 86_400_000

type State = NonNullable<Finding['state']>

/** The payment has been made, and the gateway changes nothing of it by itself. */
const made: ReadonlySet<State | undefined> = new Set<State>(['paid', 'verified', 'reversed', 'refunded'])

/** Nothing has been paid; a request in progress may still register the next number. */
const unpaid: ReadonlySet<State | undefined> = new Set<State>(['declined', 'cancelled', 'unknown'])

/** Whether an order stays as it is once its request has been answered. A hold may be debited or reversed by its date. */
export const isFinal = (state: Finding['state']): boolean => made.has(state) || unpaid.has(state)

/** Whether an order is no longer followed, whatever its state. */
export const isTooOld = ({ since }: FollowUp, now: number): boolean => now - since >= LIFETIME

/**
 * Milliseconds until the order is read again, or `undefined` when it is no longer followed. The delays double. Before
 * the lock expires, only a payment that has been made ends it: it is not known whether the request was answered.
 */
export function nextRead(followUp: FollowUp, { state, isNotified }: Finding, now: number, lockTtlMs: number) {
  const age = now - followUp.since
  if (isTooOld(followUp, now)) return undefined
  const isDone = isNotified && isFinal(state)
  if (isDone && (age >= lockTtlMs || (followUp.of === 'payment' && made.has(state)))) return undefined
  return Math.min(MAX_READ_PAUSE, Math.max(FIRST_READ_DELAY, isDone ? lockTtlMs - age : age))
}
