import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { Clock } from '#contract/ports.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import { memoryStore, type Store, type Table } from '#sandbox/store/store.ts'
import { noTimers, type Timers } from '../timers.ts'
import type { Event, State } from './order-lifecycle.ts'
import { acknowledgedBy, dueOf, moved, type OrderUpdate, type Order } from './order.ts'

export interface OrderTransition {
  readonly event: Event
  readonly before: Order
  readonly after: Order
}

/** All orders of the gateway; a due change of an order is applied whenever it is read. */
export interface OrderTable {
  /** False when the merchant has used that number before. */
  add(order: Order): boolean
  byId(id: string): Order | undefined
  byNumber(merchant: string, number: string): Order | undefined
  /** All orders of a merchant, the oldest first. */
  of(merchant: string): readonly Order[]
  /** Stores names and values with an order, beside those that it has. */
  addParams(id: string, params: Order['params']): void
  /** Notes that its merchant knows of a payment, which is then not cancelled. */
  acknowledge(id: string): void
  /** Applies an event to an order; returns `undefined` and changes nothing when the event is not allowed. */
  move(id: string, event: Event, update?: OrderUpdate): Order | undefined
  /** Recovers the orders that an earlier process left, by {@link abandoned}, and starts the timers. */
  start(): void
}

export interface OrderTableOptions {
  readonly clock: Clock
  /** When absent, the table starts empty and is lost with the process. */
  readonly store?: Store
  /** Is called after every change, whether requested or scheduled. */
  readonly watch?: (change: OrderTransition) => void
  /** Applies scheduled changes at their time; when absent, they are applied when the order is read. */
  readonly timers?: Timers
}

export const orderTable = (store: Store): Table<Order> => store.table('gateway-orders')

export function buildOrderTable({
  clock,
  store = memoryStore(),
  watch,
  timers = noTimers,
}: OrderTableOptions): OrderTable {
  const orders = orderTable(store)
  const numbers = indexBy(orders, ({ merchant, number }) => orderKey(merchant, number))
  const happen = (before: Order, event: Event, update?: OrderUpdate): Order | undefined => {
    const after = moved(before, event, update)
    if (!after) return undefined
    orders.put(after.id, after)
    watch?.({ event, before, after })
    return after
  }
  const byId = (id: string): Order | undefined => {
    const order = orders.get(id)
    const due = order && dueOf(order, clock.now())
    return due ? happen(order, ...due) : order
  }
  orders.watch(({ key, after }) => timers.set(key, after && nextDateOf(after)))
  return {
    add(order) {
      if (numbers.of(orderKey(order.merchant, order.number)).length) return false
      orders.put(order.id, order)
      return true
    },
    byId,
    byNumber: (merchant, number) => byId(numbers.of(orderKey(merchant, number))[0]?.id ?? ''),
    of: (merchant) => [...orders.rows()].filter((order) => order.merchant === merchant).map(({ id }) => byId(id)!),
    addParams(id, params) {
      const order = orders.get(id)
      if (order) orders.put(id, { ...order, params: { ...order.params, ...params } })
    },
    acknowledge(id) {
      const order = byId(id)
      if (order?.authorisation) orders.put(id, { ...order, isAcknowledged: true })
    },
    move(id, event, update) {
      const order = byId(id)
      return order && happen(order, event, update)
    },
    start() {
      for (const order of orders.rows()) takeUp(order, happen)
      timers.start(byId)
    },
  }
}

const orderKey = (merchant: string, number: string): string => JSON.stringify([merchant, number])

/**
 * Recovers orders whose processing ended with an earlier process. Whether the issuer has paid is unknown, so it must
 * not be asked to pay a second time; a return can be requested again, since the issuer returns nothing twice.
 */
const abandoned: Readonly<Partial<Record<State, readonly [Event, OrderUpdate]>>> = {
  paying: ['unanswered', { actionCode: actionCode.pending }],
  finishing: ['unanswered', { actionCode: actionCode.pending }],
  reversing: ['released', {}],
  refunding: ['released', {}],
  refundingMore: ['released', {}],
}

function takeUp(order: Order, happen: (before: Order, ...what: readonly [Event, OrderUpdate]) => unknown): void {
  const what = abandoned[order.state]
  if (what) happen(order, ...what)
}

/** The time of the next scheduled change of an order; `undefined` when there is none. */
function nextDateOf(order: Order): number | undefined {
  const { transfer, expiresAt, completesAt, reversesAt } = order
  const dates = [transfer?.at, expiresAt, completesAt, reversesAt, acknowledgedBy(order)].filter(
    (at) => at !== undefined,
  )
  const due = dates.filter((at) => dueOf(order, at))
  return due.length ? Math.min(...due) : undefined
}
