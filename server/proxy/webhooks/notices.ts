import { Refused } from '#contract/faults.ts'
import type { Order, WebhookDelivery } from '#contract/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { serially } from '../locks/serialize-by-key.ts'
import { memoryOf } from './memory.ts'
import { noticeOf, testNotice, type OrderNotice, type ReadNotice } from './notice.ts'
import type { Outbox } from './outbox.ts'
import { newestOf } from './newest.ts'
import type { Send } from './webhook.ts'

/** Tells the merchant's server how its orders stand, once per state. */
export interface Notices {
  /**
   * Tells how the order stands unless that was told, or something newer was; false when it is not taken: the order is then
   * read and handed in a few times more in the background. One at a time per order; never rejects.
   */
  tell(order: Order): Promise<boolean>
  /** Sends a notice about nothing. Throws `webhook_missing` where no address is configured. */
  test(): Promise<WebhookDelivery>
  close(): Promise<void>
}

/** Where nobody wants to be told. */
export const noNotices: Notices = {
  tell: async () => true,
  test: async () => {
    throw new Refused('webhook_missing')
  },
  close: async () => {},
}

export interface NoticeParts {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly send: Send
  readonly outbox: Outbox
  readonly read: ReadNotice
}

/** Notices, and orders, that the process remembers; what is forgotten is told again under the same id and version. */
const REMEMBERED = 10_000

/** Milliseconds before what was not taken is handed in again each time, until the gateway repeats its callback. */
const AGAIN = [1000, 2000, 4000, 8000, 12_000]

export function buildNotices({ clock, random, journal, send, outbox, read }: NoticeParts): Notices {
  const told = memoryOf(REMEMBERED)
  const newest = newestOf(REMEMBERED)
  /** Orders of which something was not taken. */
  const owed = new Set<string>()
  const closing = new AbortController()
  const insisting = new Set<Promise<unknown>>()
  const inOrder = serially()
  const handedIn = async (notice: OrderNotice): Promise<boolean> => {
    const { orderNumber: order } = notice.data
    const isTaken = await outbox.accept(notice).catch(() => false)
    if (isTaken) told.add(notice.id)
    const detail = isTaken ? 'taken' : 'not taken'
    journal.note({ from: 'proxy', to: 'shop', what: `webhook ${notice.type}`, order, detail })
    return isTaken
  }
  const tell = async (order: Order, notice: OrderNotice | undefined): Promise<boolean> => {
    // Two who read the order at once may come here in the other order.
    if (!newest.admits(order) || !notice) return true
    return told.has(notice.id) || handedIn(notice)
  }
  const tellAgain = async (orderNumber: string): Promise<boolean> => {
    const notice = await read(orderNumber)
    return !notice || tell(notice.data, notice)
  }
  const insist = async (orderNumber: string): Promise<void> => {
    for (const wait of AGAIN) {
      if (!(await waited(clock, wait, closing.signal)) || !owed.has(orderNumber)) return
      if (await inOrder(orderNumber, () => tellAgain(orderNumber)).catch(() => false)) return
    }
  }
  const owe = (orderNumber: string): void => {
    if (owed.has(orderNumber)) return
    owed.add(orderNumber)
    const work = insist(orderNumber).finally(() => (owed.delete(orderNumber), insisting.delete(work)))
    insisting.add(work)
  }
  return {
    tell: (order) =>
      inOrder(order.orderNumber, async () => {
        const isTold = await tell(order, noticeOf(order, clock.now()))
        if (isTold) owed.delete(order.orderNumber)
        else owe(order.orderNumber)
        return isTold
      }),
    test: () => send(testNotice(random.uuid(), clock.now())),
    async close() {
      closing.abort()
      await Promise.all(insisting)
      await outbox.close()
    },
  }
}

/** False when everything closes before. */
const waited = (clock: Clock, ms: number, closing: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, closing).then(
    () => true,
    () => false,
  )
