import type { Clock } from '#contract/ports.ts'
import type { Event } from './life.ts'
import { dueOf, moved, type News, type Order } from './order.ts'

/** Something that has happened to an order. */
export interface Change {
  readonly event: Event
  readonly before: Order
  readonly after: Order
}

/** All orders of the gateway; each is brought up to date whenever it is read. */
export interface OrderBook {
  /** False when the merchant has used that number before. */
  add(order: Order): boolean
  byId(id: string): Order | undefined
  byNumber(merchant: string, number: string): Order | undefined
  /** Lets something happen to an order; `undefined` when it cannot, and then nothing has changed. */
  move(id: string, event: Event, news?: News): Order | undefined
}

/** Tells `watch` of everything that happens, after it has happened, whether somebody did it or its time had come. */
export function buildOrderBook(clock: Clock, watch: (change: Change) => void = () => {}): OrderBook {
  const orders = new Map<string, Order>()
  const numbers = new Map<string, string>()
  const happen = (before: Order, event: Event, news?: News): Order | undefined => {
    const after = moved(before, event, news)
    if (!after) return undefined
    orders.set(after.id, after)
    watch({ event, before, after })
    return after
  }
  const byId = (id: string): Order | undefined => {
    const order = orders.get(id)
    const due = order && dueOf(order, clock.now())
    return due ? happen(order, ...due) : order
  }
  return {
    add(order) {
      const key = keyOf(order.merchant, order.number)
      if (numbers.has(key)) return false
      numbers.set(key, order.id)
      orders.set(order.id, order)
      return true
    },
    byId,
    byNumber: (merchant, number) => byId(numbers.get(keyOf(merchant, number)) ?? ''),
    move(id, event, news) {
      const order = byId(id)
      return order && happen(order, event, news)
    },
  }
}

const keyOf = (merchant: string, number: string): string => JSON.stringify([merchant, number])
