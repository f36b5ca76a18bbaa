import { Refused } from '#contract/faults.ts'
import type { Order, WebhookDelivery } from '#contract/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { serially } from '../locks/serialize-by-key.ts'
import { memoryOf } from './memory.ts'
import { eventOf, testEvent, type OrderEvent, type ReadEvent } from './event.ts'
import type { Outbox } from './outbox.ts'
import { newestOf } from './newest.ts'
import type { Send } from './webhook.ts'

/** Sends each order's state to the merchant's server, once per state. */
export interface Webhooks {
  /**
   * Sends the order's state unless that, or a newer one, was sent; false when it is not accepted: the order is then
   * read and enqueued a few times more in the background. One at a time per order; never rejects.
   */
  deliver(order: Order): Promise<boolean>
  /** Sends an event without an order. Throws `webhook_missing` where no address is configured. */
  test(): Promise<WebhookDelivery>
  close(): Promise<void>
}

/** Used where no webhook is configured. */
export const noWebhooks: Webhooks = {
  deliver: async () => true,
  test: async () => {
    throw new Refused('webhook_missing')
  },
  close: async () => {},
}

export interface WebhookQueueOptions {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly send: Send
  readonly outbox: Outbox
  readonly read: ReadEvent
}

/** Events, and orders, that the process remembers; a forgotten event is sent again with the same id and version. */
const REMEMBERED = 10_000

/** Milliseconds before each retry of an event that was not accepted, until the gateway repeats its callback. */
const AGAIN = [1000, 2000, 4000, 8000, 12_000]

export function buildWebhooks({ clock, random, journal, send, outbox, read }: WebhookQueueOptions): Webhooks {
  const sent = memoryOf(REMEMBERED)
  const newest = newestOf(REMEMBERED)
  /** Orders with an event that was not accepted. */
  const undelivered = new Set<string>()
  const closing = new AbortController()
  const insisting = new Set<Promise<unknown>>()
  const inOrder = serially()
  const handedIn = async (event: OrderEvent): Promise<boolean> => {
    const { orderNumber: order } = event.data
    const isTaken = await outbox.accept(event).catch(() => false)
    if (isTaken) sent.add(event.id)
    const detail = isTaken ? 'taken' : 'not taken'
    journal.note({ from: 'proxy', to: 'shop', what: `webhook ${event.type}`, order, detail })
    return isTaken
  }
  const deliver = async (order: Order, event: OrderEvent | undefined): Promise<boolean> => {
    // Two concurrent reads of an order may arrive here in reverse order.
    if (!newest.admits(order) || !event) return true
    return sent.has(event.id) || handedIn(event)
  }
  const deliverAgain = async (orderNumber: string): Promise<boolean> => {
    const event = await read(orderNumber)
    return !event || deliver(event.data, event)
  }
  const insist = async (orderNumber: string): Promise<void> => {
    for (const wait of AGAIN) {
      if (!(await waited(clock, wait, closing.signal)) || !undelivered.has(orderNumber)) return
      if (await inOrder(orderNumber, () => deliverAgain(orderNumber)).catch(() => false)) return
    }
  }
  const schedule = (orderNumber: string): void => {
    if (undelivered.has(orderNumber)) return
    undelivered.add(orderNumber)
    const work = insist(orderNumber).finally(() => (undelivered.delete(orderNumber), insisting.delete(work)))
    insisting.add(work)
  }
  return {
    deliver: (order) =>
      inOrder(order.orderNumber, async () => {
        const isDelivered = await deliver(order, eventOf(order, clock.now()))
        if (isDelivered) undelivered.delete(order.orderNumber)
        else schedule(order.orderNumber)
        return isDelivered
      }),
    test: () => send(testEvent(random.uuid(), clock.now())),
    async close() {
      closing.abort()
      await Promise.all(insisting)
      await outbox.close()
    },
  }
}

/** False when the webhooks close first. */
const waited = (clock: Clock, ms: number, closing: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, closing).then(
    () => true,
    () => false,
  )
