import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import type { OrderNotice, ReadNotice } from './notice.ts'
import type { Send } from './webhook.ts'

/** Where notices are handed in. */
export interface Outbox {
  /**
   * Whether the notice is taken: delivered, or kept so that it will be even if this process ends. The same id may be
   * handed in again. May reject, and then it is not taken.
   */
  accept(notice: OrderNotice): Promise<boolean>
  /** Lets what is being sent come to its end. */
  close(): Promise<void>
}

export interface OutboxParts {
  readonly send: Send
  /** What is kept is read again before it is sent, since the order may have gone on. */
  readonly read: ReadNotice
  readonly clock: Clock
  readonly log: Log
}

/** Makes an outbox from what the proxy sends with. */
export type BuildOutbox = (parts: OutboxParts) => Outbox

/** Keeps nothing: what the merchant's server does not take is left to the gateway's repeats. */
export const directOutbox: BuildOutbox = ({ send }) => ({
  accept: async (notice) => (await send(notice)).delivered,
  close: async () => {},
})
