import type { TryState } from '#contract/outcome.ts'
import { hasFailed, isFinal } from '#contract/outcome.ts'

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

/** A hold may be debited or reversed by its date; any other payment that was made, the gateway leaves as it is. */
const isMade = (state: State): boolean => isFinal(state) && !hasFailed(state) && state !== 'held'

/** Whether an order stays as it is once its request has been answered: a request in progress may pay a failed one. */
export const isLasting = (state: Finding['state']): boolean =>
  state === 'unknown' || (state !== undefined && (isMade(state) || hasFailed(state)))

/** Whether an order is no longer followed, whatever its state. */
export const isTooOld = ({ since }: FollowUp, now: number): boolean => now - since >= LIFETIME

export interface ReadTimes {
  readonly lockTtlMs: number
  /** Milliseconds since the locks were last lost. */
  readonly remembersFor?: () => number
  /** Whether the bank cancels a payment that is not read soon: the delays then grow by an eighth. */
  readonly isSoon?: boolean
}

/**
 * Milliseconds until the order is read again, or `undefined` when it is no longer followed. The delays double. Before
 * the lock expires, only a payment that has been made ends it: it is not known whether the request was answered. A lock
 * that is lost counts from then on.
 */
export function nextRead(
  followUp: FollowUp,
  { state, isNotified }: Finding,
  now: number,
  { lockTtlMs, remembersFor = () => Infinity, isSoon = false }: ReadTimes,
): number | undefined {
  const age = now - followUp.since
  if (isTooOld(followUp, now)) return undefined
  const isDone = isNotified && isLasting(state)
  if (isDone && followUp.of === 'payment' && isMade(state!)) return undefined
  // The process that began it may have had another clock.
  const untilExpired = lockTtlMs - Math.min(age, remembersFor())
  if (isDone && untilExpired <= 0) return undefined
  return Math.min(MAX_READ_PAUSE, Math.max(FIRST_READ_DELAY, isDone ? untilExpired : isSoon ? age / 8 : age))
}
