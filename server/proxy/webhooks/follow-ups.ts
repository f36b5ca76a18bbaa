import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import { FIRST, isFinal, isTooOld, nextRead, type Finding, type FollowUp } from './follow-up.ts'
import type { BuildFollowUpStore } from './follow-up-store.ts'
import type { Webhooks } from './webhooks.ts'

/** Orders whose end the gateway may call nobody back about: they are read until they are final. */
export interface FollowUps {
  /**
   * Writes down that an order is followed, before a request about it is sent. Throws `busy` where that cannot be done of
   * a payment; who changes an order waits for the answer himself.
   */
  begin(orderNumber: string, of: FollowUp['of']): Promise<Followed>
  /** From here on orders are read, by what reads one and notifies the merchant. */
  start(read: (orderNumber: string) => Promise<Finding>): void
  close(): Promise<void>
}

/** An order that is followed while a request about it is under way. */
export interface Followed {
  /** The order as the request has left it: the merchant is notified, and a final one is followed no further. */
  settle(order: Order): void
}

/** What is followed by the gateway's callbacks. */
export const notFollowed: Followed = { settle: () => {} }

/** Where nobody is to be notified. */
export const noFollowUps: FollowUps = { begin: async () => notFollowed, start: () => {}, close: async () => {} }

export interface FollowUpOptions {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly webhooks: Webhooks
  readonly config: { readonly lockTtlMs: number }
}

export function buildFollowUps(
  { clock, random, log, webhooks, config: { lockTtlMs } }: FollowUpOptions,
  buildStore: BuildFollowUpStore,
): FollowUps {
  const working = new Set<Promise<void>>()
  let read: Parameters<FollowUps['start']>[0] = async () => ({ isNotified: false })
  const run = async (followUp: FollowUp): Promise<number | undefined> => {
    const finding = await read(followUp.orderNumber)
    const now = clock.now()
    if (isTooOld(followUp, now)) log.error({ op: 'webhook', order: followUp.orderNumber, code: 'given up' })
    return nextRead(followUp, finding, now, lockTtlMs)
  }
  const store = buildStore({ clock, log, run })
  const notify = async (order: Order, id: string): Promise<void> => {
    if ((await webhooks.deliver(order)) && isFinal(order.state)) await store.remove(id).catch(() => {}) // it ends by itself
  }
  return {
    async begin(orderNumber, of) {
      const id = random.uuid()
      const followUp = { id, orderNumber, of, since: clock.now() }
      await store.add(followUp, FIRST).catch(() => {
        if (of === 'payment')
          throw new Refused('busy', 'The order cannot be written down; nothing was sent. Try again.')
        log.error({ op: 'webhook', order: orderNumber, code: 'redis', message: 'not written down' })
      })
      return {
        settle(order) {
          const work = notify(order, id).finally(() => working.delete(work))
          working.add(work)
        },
      }
    },
    start: (reader) => void (read = reader),
    async close() {
      await Promise.all([store.close(), ...working])
    },
  }
}
