import type { OutboxOptions } from '#proxy/webhooks/outbox.ts'
import { instantClock } from '../../../support/clock.ts'

const nothing = (): void => {}

/** Options for an outbox that uses none of them. */
export const silence: OutboxOptions = {
  send: async () => ({ delivered: true, status: 200 }),
  read: async (event) => event,
  clock: instantClock(),
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
}
