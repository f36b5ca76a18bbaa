import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import type { OrderEvent, ReadEvent } from './event.ts'
import type { Send } from './webhook.ts'

/** Where events are handed in. */
export interface Outbox {
  /**
   * Whether the event is taken: delivered, or kept so that it will be even if this process ends. The same id may be
   * handed in again. May reject, and then it is not taken.
   */
  accept(event: OrderEvent): Promise<boolean>
  /** Lets what is being sent come to its end. */
  close(): Promise<void>
}

export interface OutboxOptions {
  readonly send: Send
  /** What is kept is read again before it is sent, since the order may have gone on. */
  readonly read: ReadEvent
  readonly clock: Clock
  readonly log: Log
}

/** Makes an outbox from what the proxy sends with. */
export type BuildOutbox = (options: OutboxOptions) => Outbox

/** Keeps nothing: what the merchant's server does not take is left to the gateway's repeats. */
export const directOutbox: BuildOutbox = ({ send }) => ({
  accept: async (event) => (await send(event)).delivered,
  close: async () => {},
})
