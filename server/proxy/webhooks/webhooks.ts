import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order, WebhookDelivery } from '#server-contract/merchant/merchant.ts'
import type { CardNotice } from '#server-contract/merchant/webhooks.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { lineOf, type Log } from '../http/log.ts'
import { LimitedMap } from '../store/limited-map.ts'
import type { CardRecord } from './cards/card-record.ts'
import { hintOfOrder, type CardHint } from './cards/hints.ts'
import { buildBackground } from './background.ts'
import { buildDeliveryRetries } from './delivery-retries.ts'
import { eventOf, isOrderEvent, testEvent, type KeptEvent, type OrderEvent, type ReadEvent } from './event.ts'
import type { Outbox } from './outbox.ts'
import type { Send } from './webhook.ts'

/** Sends each order's state to the merchant's server, once per state. */
export interface Webhooks {
  /**
   * Sends the order's state unless that, or a newer one, was sent; false when it is not accepted: the order is then
   * read and enqueued a few times more in the background. One at a time per order; never rejects.
   */
  deliver(order: Order): Promise<boolean>
  /**
   * Sends what a hint says of a stored card, unless that was sent; false when it is not known or not accepted: it is then
   * tried a few times more in the background. One at a time per card; never rejects.
   */
  sendCard(hint: CardHint): Promise<boolean>
  /** Notes that the merchant knows a stored card, which is then not sent as a new one. */
  noteCard(card: CardNotice): Promise<void>
  /** Sends an event without an order. Throws `webhook_missing` where no address is configured. */
  test(): Promise<WebhookDelivery>
  /** That of the outbox. */
  readonly check?: Outbox['check']
  close(): Promise<void>
}

/** Used where no webhook is configured. */
export const noWebhooks: Webhooks = {
  deliver: async () => true,
  sendCard: async () => true,
  noteCard: async () => {},
  test: async () => {
    throw new ProxyError('webhook_missing')
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
  readonly cards: CardRecord
  readonly log: Log
}

/** Events, and orders, that the process remembers; a forgotten event is sent again with the same id and version. */
const MAX_REMEMBERED_EVENTS = 10_000

export function buildWebhooks(options: WebhookQueueOptions): Webhooks {
  const { clock, random, journal, send, outbox, read, cards, log } = options
  const sent = new LimitedMap<string, true>(MAX_REMEMBERED_EVENTS)
  /** The newest version that was seen of each order. */
  const newest = new LimitedMap<string, number>(MAX_REMEMBERED_EVENTS)
  /** Attempts whose card was sent. */
  const stored = new LimitedMap<string, true>(MAX_REMEMBERED_EVENTS)
  const background = buildBackground(clock)
  const run = buildDeliveryRetries(background, (order) => log.error({ op: 'webhook', order, code: 'given up' }))
  const handedIn = async (event: KeptEvent): Promise<boolean> => {
    const { orderNumber: order } = event.data
    const isTaken = await outbox.accept(event).catch(() => false)
    if (isTaken) sent.set(event.id, true)
    const detail = isTaken ? 'taken' : 'not taken'
    const about = order === undefined ? {} : { order }
    journal.note({ from: 'proxy', to: 'shop', what: `webhook ${event.type}`, ...about, detail })
    if (!isTaken) log.warn({ op: 'webhook', order, message: event.type, code: 'not taken' })
    return isTaken
  }
  const deliver = async (order: Order, event: KeptEvent | undefined): Promise<boolean> => {
    // Two concurrent reads of an order may arrive here in reverse order.
    if (order.version < (newest.get(order.orderNumber) ?? 0)) return true
    newest.set(order.orderNumber, order.version)
    if (!event) return true
    return (!outbox.remembers && sent.has(event.id)) || handedIn(event)
  }
  const deliverAgain = async (event: OrderEvent): Promise<boolean> => {
    const now = await read(event)
    return !now || !isOrderEvent(now) || deliver(now.data, now)
  }
  const deliverCard = async (hint: CardHint): Promise<boolean> => {
    const unsent = await cards.unsent(hint)
    if (!unsent) return true
    const isTaken = await handedIn(unsent.event)
    if (!isTaken) return false
    await unsent.sent()
    log.info({ op: 'webhook', order: hint.orderNumber, message: unsent.event.type })
    return true
  }
  const sendCard = (hint: CardHint): Promise<boolean> => {
    const act = (): Promise<boolean> =>
      deliverCard(hint).catch((error: unknown) => {
        log.error({ op: 'webhook', ...(error instanceof ProxyError ? { code: error.code } : lineOf(error)) })
        return false
      })
    const card = `card ${hint.bindingId}`
    return run({ serial: card, key: `${card} ${hint.type}`, order: hint.orderNumber, act, redeliver: act })
  }
  /** The card that the order's payment has stored is sent once the order is. */
  const sendCardOf = (order: Order): void => {
    const hint = hintOfOrder(order, clock.now())
    const { orderId } = order.current
    if (!hint || stored.has(orderId)) return
    void background.track(sendCard(hint).then((isDelivered) => isDelivered && stored.set(orderId, true)))
  }
  return {
    async deliver(order) {
      const event = eventOf(order, clock.now())
      const { orderNumber } = order
      const key = `order ${orderNumber}`
      const redeliver = (): Promise<boolean> => (event ? deliverAgain(event) : Promise.resolve(true))
      const isDelivered = await run({
        serial: key,
        key,
        order: orderNumber,
        act: () => deliver(order, event),
        redeliver,
      })
      if (isDelivered) sendCardOf(order)
      return isDelivered
    },
    sendCard: (hint) => background.track(sendCard(hint)),
    noteCard: (card) => cards.note(card).catch(() => {}), // at worst it is sent as a new one
    test: () => send(testEvent(random.uuid(), clock.now())),
    check: outbox.check,
    async close() {
      await background.close()
      await outbox.close()
    },
  }
}
