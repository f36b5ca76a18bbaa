import { Refused } from '#contract/faults.ts'
import type { Order, WebhookDelivery } from '#contract/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { serially } from './in-turn.ts'
import { memoryOf } from './memory.ts'
import { noticeOf, testNotice, type Notice } from './notice.ts'
import type { Outbox } from './outbox.ts'
import type { Send } from './webhook.ts'

/** Tells the merchant's server how its orders stand, once per state. */
export interface Notices {
  /**
   * Tells how the order stands unless that was told; false when it is not taken, and is then handed in a few times more in
   * the background. One at a time per order; never rejects.
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
}

/** Notices that the process remembers having told; what is forgotten is told again under the same id. */
const REMEMBERED = 10_000

/** Milliseconds before what was not taken is handed in again each time, until the gateway repeats its callback. */
const AGAIN = [1000, 2000, 4000, 8000, 12_000]

export function buildNotices({ clock, random, journal, send, outbox }: NoticeParts): Notices {
  const told = memoryOf(REMEMBERED)
  /** What was not taken, by order. */
  const owed = new Map<string, Notice>()
  const closing = new AbortController()
  const insisting = new Set<Promise<unknown>>()
  const inOrder = serially()
  const handedIn = async (notice: Notice, orderNumber: string): Promise<boolean> => {
    const isTaken = await outbox.accept(notice).catch(() => false)
    if (isTaken) told.add(notice.id)
    const detail = isTaken ? 'taken' : 'not taken'
    journal.note({ from: 'proxy', to: 'shop', what: `webhook ${notice.type}`, order: orderNumber, detail })
    return isTaken
  }
  const insist = async (notice: Notice, orderNumber: string): Promise<void> => {
    for (const wait of AGAIN) {
      if (!(await waited(clock, wait, closing.signal))) return
      // Something newer has been read of the order.
      if (owed.get(orderNumber) !== notice) return
      if (await handedIn(notice, orderNumber)) break
    }
    if (owed.get(orderNumber) === notice) owed.delete(orderNumber)
  }
  const owe = (notice: Notice, orderNumber: string): void => {
    if (owed.get(orderNumber)?.id === notice.id) return
    owed.set(orderNumber, notice)
    const work = insist(notice, orderNumber).finally(() => insisting.delete(work))
    insisting.add(work)
  }
  const tell = async (order: Order): Promise<boolean> => {
    const { orderNumber } = order
    const notice = noticeOf(order, clock.now())
    const isTold = !notice || told.has(notice.id) || (await handedIn(notice, orderNumber))
    if (isTold) owed.delete(orderNumber)
    else owe(notice, orderNumber)
    return isTold
  }
  return {
    tell: (order) => inOrder(order.orderNumber, () => tell(order)),
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
