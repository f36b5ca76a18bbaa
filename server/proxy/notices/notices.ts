import { Refused } from '#contract/faults.ts'
import type { Order, WebhookDelivery } from '#contract/merchant.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { memoryOf } from './memory.ts'
import { noticeOf, testNotice, type Notice } from './notice.ts'
import type { Outbox } from './outbox.ts'
import type { Send } from './webhook.ts'

/** Tells the merchant's server how its orders stand, once per state. */
export interface Notices {
  /** Tells how the order stands unless that was told; false when it is not taken. Asked in turn per order; never rejects. */
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

export function buildNotices({ clock, random, journal, send, outbox }: NoticeParts): Notices {
  const told = memoryOf(REMEMBERED)
  const handedIn = async (notice: Notice, orderNumber: string): Promise<boolean> => {
    const isTaken = await outbox.accept(notice).catch(() => false)
    if (isTaken) told.add(notice.id)
    const detail = isTaken ? 'taken' : 'not taken'
    journal.note({ from: 'proxy', to: 'shop', what: `webhook ${notice.type}`, order: orderNumber, detail })
    return isTaken
  }
  return {
    async tell(order) {
      const notice = noticeOf(order, clock.now())
      if (!notice || told.has(notice.id)) return true
      return handedIn(notice, order.orderNumber)
    },
    test: () => send(testNotice(random.uuid(), clock.now())),
    close: () => outbox.close(),
  }
}
