import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import type { KeptEvent, ReadEvent } from './event.ts'
import type { Send } from './webhook.ts'

/** Accepts webhook events for delivery. */
export interface Outbox {
  /**
   * Whether the event is accepted: delivered, or stored so that it will be even if this process ends. The same id may
   * be enqueued again. May reject, and then the event is not accepted.
   */
  accept(event: KeptEvent): Promise<boolean>
  /** The store knows which ids it has; absent, an accepted event is not handed over again by the same process. */
  readonly remembers?: true
  /** Rejects while events cannot be stored or sent, for the readiness check; absent where nothing is stored. */
  check?(): Promise<void>
  /** How many events wait in the store, for the metrics; absent where nothing is stored. */
  counts?(): Promise<QueueCounts>
  /** Waits for the events that are being sent. */
  close(): Promise<void>
}

/** Events in a store: those that wait for delivery, also for another attempt, and those that were given up. */
export interface QueueCounts {
  readonly pending: number
  readonly failed: number
}

export interface OutboxOptions {
  readonly send: Send
  /** Reads a stored event's order or card again before it is sent, since its state may have changed. */
  readonly read: ReadEvent
  readonly clock: Clock
  readonly log: Log
}

/** Builds an outbox with the functions of the proxy that it needs. */
export type BuildOutbox = (options: OutboxOptions) => Outbox

/**
 * Stores nothing: an event that the merchant's server does not accept is sent again when the gateway repeats its
 * callback.
 */
export const directOutbox: BuildOutbox = ({ send }) => ({
  accept: async (event) => (await send(event)).delivered,
  close: async () => {},
})
