import type { Clock } from '#contract/ports.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import { memoryStore, type Store, type Table } from '#sandbox/store/store.ts'
import { silentAlarm, type Alarm } from '../alarm.ts'
import type { Event, State } from './order-lifecycle.ts'
import { dueOf, moved, type OrderUpdate, type Order } from './order.ts'

/** Something that has happened to an order. */
export interface Change {
  readonly event: Event
  readonly before: Order
  readonly after: Order
}

/** All orders of the gateway; each is brought up to date whenever it is read. */
export interface OrderTable {
  /** False when the merchant has used that number before. */
  add(order: Order): boolean
  byId(id: string): Order | undefined
  byNumber(merchant: string, number: string): Order | undefined
  /** Lets something happen to an order; `undefined` when it cannot, and then nothing has changed. */
  move(id: string, event: Event, update?: OrderUpdate): Order | undefined
  /** Takes up what an earlier process left as {@link abandoned} says, and from now on lets the alarm ring. */
  start(): void
}

export interface OrderTableOptions {
  readonly clock: Clock
  /** Absent, the table begins empty and is forgotten. */
  readonly store?: Store
  /** Tells of everything that happens, after it has happened, whether somebody did it or its time had come. */
  readonly watch?: (change: Change) => void
  /** Brings orders up to date at their time; absent, that waits until they are read. */
  readonly alarm?: Alarm
}

export const orderTable = (store: Store): Table<Order> => store.table('gateway-orders')

export function buildOrderTable({
  clock,
  store = memoryStore(),
  watch,
  alarm = silentAlarm,
}: OrderTableOptions): OrderTable {
  const orders = orderTable(store)
  const numbers = indexBy(orders, ({ merchant, number }) => keyOf(merchant, number))
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
  orders.watch(({ key, after }) => alarm.set(key, after && nextDateOf(after)))
  return {
    add(order) {
      if (numbers.of(keyOf(order.merchant, order.number)).length) return false
      orders.put(order.id, order)
      return true
    },
    byId,
    byNumber: (merchant, number) => byId(numbers.of(keyOf(merchant, number))[0]?.id ?? ''),
    move(id, event, update) {
      const order = byId(id)
      return order && happen(order, event, update)
    },
    start() {
      for (const order of orders.rows()) takeUp(order, happen)
      alarm.ring(byId)
    },
  }
}

const keyOf = (merchant: string, number: string): string => JSON.stringify([merchant, number])

const PENDING = -30001

/**
 * What becomes of an order that nobody works on any more: whether the issuer has paid is not known, so that it may never
 * be asked a second time; what was to be given back can be asked for anew, and the issuer gives nothing back twice.
 */
const abandoned: Readonly<Partial<Record<State, readonly [Event, OrderUpdate]>>> = {
  paying: ['unanswered', { actionCode: PENDING }],
  finishing: ['unanswered', { actionCode: PENDING }],
  reversing: ['released', {}],
  refunding: ['released', {}],
  refundingMore: ['released', {}],
}

function takeUp(order: Order, happen: (before: Order, ...what: readonly [Event, OrderUpdate]) => unknown): void {
  const what = abandoned[order.state]
  if (what) happen(order, ...what)
}

/** The next moment at which something happens to an order by itself; `undefined` when nothing will. */
function nextDateOf(order: Order): number | undefined {
  const dates = [order.expiresAt, order.completesAt, order.reversesAt].filter((at) => at !== undefined)
  const due = dates.filter((at) => dueOf(order, at))
  return due.length ? Math.min(...due) : undefined
}
