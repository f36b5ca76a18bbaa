import type { Journal } from '#ports/journal.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Phones } from '#sandbox/phones/inbox.ts'
import type { ShiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'

/** An order as the console shows it. */
export interface ShownOrder {
  readonly orderNumber: string
  readonly orderId: string
  /** orderStatus by name. */
  readonly state: string
  /** Minor units. */
  readonly amount: number
  /** Numeric ISO 4217. */
  readonly currency: string
  /** Login of the merchant whose order it is. */
  readonly merchant: string
}

/** The gateway's orders, as the console reads them. */
export interface OrderView {
  /** The latest first. */
  all(): readonly ShownOrder[]
  /** The orderNumber behind another name of an order. */
  numberOf(name: string): string | undefined
}

/** Dependencies of the console. */
export interface ConsoleContext {
  readonly journal: Journal
  readonly switches: Switches
  readonly cards: readonly TestCard[]
  readonly orders: OrderView
  /** The cardholders' phones; when absent, no messages are shown. */
  readonly phones?: Phones
  /** Origins whose pages may read the console, such as the demo shop's. */
  readonly allowedOrigins: () => readonly string[]
  /** The clock of all parties, which the console may move forward. */
  readonly clock: ShiftedClock
}
