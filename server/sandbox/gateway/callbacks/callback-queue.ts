import type { Store, Table } from '#sandbox/store/store.ts'
import type { Fields } from './callback-checksum.ts'

/** A callback that is queued: signed, the same at each attempt, and there until it is taken or given up. */
export interface QueuedCallback {
  readonly id: string
  /** Login of the merchant whose settings it goes by. */
  readonly merchant: string
  readonly address: string
  readonly fields: Fields
  /** What it is about, such as an order. */
  readonly about: string
  /** When it is to be sent next, Unix milliseconds. */
  readonly dueAt: number
  /** Failures in a row so far. */
  readonly failed: number
  /** How many times it is still to be brought to its end. */
  readonly copies: number
  /** Whether a later one about the same may overtake it until it is due. */
  readonly held?: boolean
  /** The callback that goes first. */
  readonly after?: string
}

export interface CallbackQueue {
  readonly queued: Table<QueuedCallback>
  /** Names a new callback; numbers go on where an earlier process ended. */
  newId(): string
}

export function buildCallbackQueue(store: Store): CallbackQueue {
  const queued = store.table<QueuedCallback>('gateway-callbacks')
  let last = Math.max(0, ...Array.from(queued.keys(), Number))
  return { queued, newId: () => String(++last) }
}
