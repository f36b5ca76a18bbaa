import type { Store, Table } from '#sandbox/store/store.ts'
import type { CallbackFields } from './callback-checksum.ts'

/** A queued callback: signed once, the same at each attempt, and queued until it is accepted or given up. */
export interface QueuedCallback {
  readonly id: string
  /** Login of the merchant whose callback settings apply. */
  readonly merchant: string
  readonly address: string
  readonly fields: CallbackFields
  /** Id of its order or binding. */
  readonly about: string
  /** Time of the next attempt, Unix milliseconds. */
  readonly dueAt: number
  /** Consecutive failures so far. */
  readonly failed: number
  /** How many times it is still to be delivered. */
  readonly copies: number
  /** Whether a later one with the same `about` may overtake it until it is due. */
  readonly held?: boolean
  /** Id of the callback that is delivered first. */
  readonly after?: string
}

export interface CallbackQueue {
  readonly queued: Table<QueuedCallback>
  /** Returns a new id, above those of all queued callbacks. */
  newId(): string
}

export function buildCallbackQueue(store: Store): CallbackQueue {
  const queued = store.table<QueuedCallback>('gateway-callbacks')
  let last = Math.max(0, ...Array.from(queued.keys(), Number))
  return { queued, newId: () => String(++last) }
}
