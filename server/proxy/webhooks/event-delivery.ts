import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order, WebhookDelivery } from '#server-contract/merchant/merchant.ts'
import type { CardNotice } from '#server-contract/merchant/webhooks.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { lineOf, type Log } from '../http/log.ts'
import { LimitedMap } from '../store/limited-map.ts'
import type { CardRecord } from './card-record.ts'
import { hintOfOrder, type CardHint } from './card-hints.ts'
import { buildBackground } from '../store/background.ts'
import { buildDeliveryRetries } from './delivery-retries.ts'
import { eventOf, isOrderEvent, testEvent, type KeptEvent, type OrderEvent, type ReadEvent } from './event.ts'
import type { JobQueue, Queues } from './job-queue.ts'
import type { Send } from './send-event.ts'

/** Sends each order's state to the merchant's server, once per state. */
export interface EventDelivery {
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
  /** That of the queue. */
  readonly check?: JobQueue<KeptEvent>['check']
  close(): Promise<void>
}

/** Used where no webhook is configured. */
export const noEventDelivery: EventDelivery = {
  deliver: async () => true,
  sendCard: async () => true,
  noteCard: async () => {},
  test: async () => {
    throw new ProxyError('webhook_missing')
  },
  close: async () => {},
}

export interface EventDeliveryOptions {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly send: Send
  readonly queues: Queues
  readonly read: ReadEvent
  readonly cards: CardRecord
  readonly log: Log
  /** Called with each event, and whether it was accepted: delivered, or stored until it is. */
  readonly onEvent?: ((event: KeptEvent, isAccepted: boolean) => void) | undefined
}

/** Events, and orders, that the process remembers; a forgotten event is sent again with the same id and version. */
const MAX_REMEMBERED_EVENTS = 10_000

export function buildEventDelivery(options: EventDeliveryOptions): EventDelivery {
  const { clock, random, journal, send, queues, read, cards, log, onEvent } = options
  const sent = new LimitedMap<string, true>(MAX_REMEMBERED_EVENTS)
  /** The newest version that was seen of each order. */
  const newest = new LimitedMap<string, number>(MAX_REMEMBERED_EVENTS)
  /** Attempts whose card was sent. */
  const stored = new LimitedMap<string, true>(MAX_REMEMBERED_EVENTS)
  const background = buildBackground(clock)
  const run = buildDeliveryRetries(background, (order) => log.error({ op: 'webhook', order, code: 'given up' }))
  const queue = queues.open<KeptEvent>({
    name: 'webhooks',
    clock,
    log,
    read,
    async run(event) {
      const { delivered, reason } = await send(event)
      if (!delivered) throw new Error(reason)
      return undefined
    },
    keyOf: aboutOf,
    orderOf: ({ data }) => data.orderNumber,
  })
  /** A queue that ends with the process would lose the event, so that it is sent now, or by a repeated callback. */
  const accept = async (event: KeptEvent): Promise<boolean> =>
    queues.isDurable
      ? queue.add(event).then(
          () => true,
          () => false,
        )
      : (await send(event)).delivered
  const handedIn = async (event: KeptEvent): Promise<boolean> => {
    const { orderNumber: order } = event.data
    const isTaken = await accept(event)
    onEvent?.(event, isTaken)
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
    // A durable queue knows which ids it has.
    return (!queues.isDurable && sent.has(event.id)) || handedIn(event)
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
    check: queue.check,
    async close() {
      await background.close()
      await queue.close()
    },
  }
}

/** The order or the card: events about the same one are sent one after the other. */
const aboutOf = (event: KeptEvent): string =>
  isOrderEvent(event) ? `order ${event.data.orderNumber}` : `card ${event.data.bindingId}`
