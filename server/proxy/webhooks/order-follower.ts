import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import { buildBackground } from '../store/background.ts'
import {
  FIRST_READ_DELAY,
  isLasting,
  isTooOld,
  nextRead,
  type Finding,
  type FollowUp,
  type ReadTimes,
} from './follow-up.ts'
import type { EventDelivery } from './event-delivery.ts'
import type { JobQueue, Queues } from './job-queue.ts'

/** Orders that the gateway may send no callback about: they are read until they are final. */
export interface OrderFollower {
  /**
   * Records that an order is followed, before a request about it is sent. Throws `busy` where that fails for a payment;
   * for a change it is only logged, since the caller waits for the answer.
   */
  begin(orderNumber: string, of: FollowUp['of']): Promise<Followed>
  /** Starts reading orders, with a function that reads one and notifies the merchant. */
  start(read: (orderNumber: string) => Promise<Finding>): void
  /** That of the queue. */
  readonly check?: JobQueue<FollowUp>['check']
  close(): Promise<void>
}

/** An order that is followed while a request about it is in progress. */
export interface Followed {
  /** Called with the order after the request: the merchant is notified, and a final order is no longer followed. */
  stop(order: Order): void
}

/** Used where the gateway sends callbacks. */
export const notFollowed: Followed = { stop: () => {} }

/** Used where no webhook is configured. */
export const noOrderFollower: OrderFollower = { begin: async () => notFollowed, start: () => {}, close: async () => {} }

export interface OrderFollowerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly webhooks: EventDelivery
  readonly queues: Queues
  readonly times: ReadTimes
}

export function buildOrderFollower(options: OrderFollowerOptions): OrderFollower {
  const { clock, random, log, webhooks, queues, times } = options
  const background = buildBackground(clock)
  let read: Parameters<OrderFollower['start']>[0] = async () => ({ isNotified: false })
  const run = async (followUp: FollowUp): Promise<number | undefined> => {
    const finding = await read(followUp.orderNumber)
    const now = clock.now()
    if (isTooOld(followUp, now)) log.error({ op: 'webhook', order: followUp.orderNumber, code: 'given up' })
    return nextRead(followUp, finding, now, times)
  }
  const queue = queues.open<FollowUp>({
    name: 'follow-ups',
    clock,
    log,
    run,
    keyOf: ({ id }) => id,
    orderOf: ({ orderNumber }) => orderNumber,
  })
  const notify = async (order: Order, id: string): Promise<void> => {
    if ((await webhooks.deliver(order)) && isLasting(order.state)) await queue.remove(id).catch(() => {}) // it ends by itself
  }
  return {
    async begin(orderNumber, of) {
      const id = random.uuid()
      const followUp = { id, orderNumber, of, since: clock.now() }
      await queue.add(followUp, FIRST_READ_DELAY).catch(() => {
        if (of === 'payment')
          throw new ProxyError('busy', 'The order cannot be written down; nothing was sent. Try again.')
        log.error({ op: 'webhook', order: orderNumber, code: 'redis', message: 'not written down' })
      })
      return {
        stop: (order) => void background.track(notify(order, id)),
      }
    },
    start: (reader) => void (read = reader),
    check: queue.check,
    async close() {
      await Promise.all([queue.close(), background.close()])
    },
  }
}
