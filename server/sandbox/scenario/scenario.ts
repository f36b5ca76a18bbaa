import * as z from 'zod/mini'
import { memoryStore, type Store } from '#sandbox/store/store.ts'

/**
 * What becomes of an answer on the wire. `lost-before` and `refused-…` strike before the gateway reads the request, and
 * nothing happens; `lost-after`, `error-…` and `malformed` after it has worked, and what was asked is done.
 */
const wireAnswer = z.enum([
  'sent',
  'lost-before',
  'lost-after',
  'malformed',
  'refused-400',
  'refused-404',
  'refused-429',
  'refused-500',
  'refused-502',
  'error-400',
  'error-404',
  'error-429',
  'error-500',
  'error-502',
])
export type WireAnswer = z.infer<typeof wireAnswer>

const delay = z.int().check(z.minimum(0), z.maximum(120_000))

/** Troubles that a person or a test may switch on, for every order or for some; each is a rule of the sandbox. */
export const Scenario = z.strictObject({
  /** `refused`: the access server's challenge page forbids being framed. */
  framing: z.enum(['allowed', 'refused']),
  /** `silent`: the method page loads and never notifies. */
  methodPage: z.enum(['answers', 'silent']),
  /** Milliseconds that the gateway waits before it works on a payment. */
  gatewayDelay: delay,
  paymentAnswer: wireAnswer,
  /** actionCode that payments are declined with, where the issuer would be asked; 0 lets the issuer decide. */
  declineWith: z.int().check(z.minimum(-9_999_999), z.maximum(9_999_999)),
  /** The same for register.do and registerPreAuth.do, … */
  registerDelay: delay,
  registerAnswer: wireAnswer,
  /** … for getOrderStatusExtended.do, … */
  statusDelay: delay,
  statusAnswer: wireAnswer,
  /** … for deposit.do, reverse.do, refund.do and decline.do, … */
  moneyDelay: delay,
  moneyAnswer: wireAnswer,
  /** … and for getBindings.do, bindCard.do and unBindCard.do, which name no order and so are troubled for all alike. */
  bindingDelay: delay,
  bindingAnswer: wireAnswer,
  /** `yes`: payments count as made at a terminal, the card being there; a declined one is told so (online gateway 6). */
  cardPresent: z.enum(['no', 'yes']),
  /** What becomes of the gateway's callbacks; `reordered`: of two about the same, the later comes first. */
  callbacks: z.enum(['sent', 'never', 'duplicated', 'reordered']),
  /** `strict`: the issuer takes only what the document's own sandbox takes (card management 8); for all orders alike. */
  issuing: z.enum(['full', 'strict']),
})
export type Scenario = z.infer<typeof Scenario>

/** Everything works. */
export const calm: Scenario = {
  framing: 'allowed',
  methodPage: 'answers',
  gatewayDelay: 0,
  paymentAnswer: 'sent',
  declineWith: 0,
  registerDelay: 0,
  registerAnswer: 'sent',
  statusDelay: 0,
  statusAnswer: 'sent',
  moneyDelay: 0,
  moneyAnswer: 'sent',
  bindingDelay: 0,
  bindingAnswer: 'sent',
  cardPresent: 'no',
  callbacks: 'sent',
  issuing: 'full',
}

/** Some switches; those it does not name are as everywhere. */
export type ScenarioChange = Partial<Scenario>

/** The switches as all sandbox rooms see them: read at each use, set by the console. */
export interface Switches {
  /** How they stand for an order, by any name that a party knows it by; without a name, or of one unknown, for all. */
  read(order?: string): Scenario
  set(change: ScenarioChange): void
  /** What is set for an order number alone. */
  readonly orders: OrderSwitches
  /** Lets `read` find the orderNumber behind the names that others give an order, such as orderId. */
  learnNames(numberOf: (name: string) => string | undefined): void
}

/** Switches of an order number and its further tries `N-2`, `N-3`, …; they go before those for all. */
export interface OrderSwitches {
  of(orderNumber: string): ScenarioChange
  /** By order number. */
  all(): Readonly<Record<string, ScenarioChange>>
  set(orderNumber: string, change: ScenarioChange): void
  /** Lets the switches for all count again. */
  clear(orderNumber: string): void
}

const ALL = 'all'

export function buildSwitches(store: Store = memoryStore()): Switches {
  const common = store.table<ScenarioChange>('scenario')
  const orders = buildOrderSwitches(store)
  let numberOf: (name: string) => string | undefined = () => undefined
  const read = (): Scenario => ({ ...calm, ...common.get(ALL) })
  return {
    read: (order) => (order === undefined ? read() : { ...read(), ...effective(orders, numberOf(order) ?? order) }),
    set: (change) => common.put(ALL, { ...common.get(ALL), ...change }),
    orders,
    learnNames: (known) => {
      numberOf = known
    },
  }
}

function buildOrderSwitches(store: Store): OrderSwitches {
  const table = store.table<{ readonly orderNumber: string; readonly change: ScenarioChange }>('scenario-orders')
  const of = (orderNumber: string): ScenarioChange => table.get(orderNumber)?.change ?? {}
  return {
    of,
    all: () => Object.fromEntries(Array.from(table.rows(), ({ orderNumber, change }) => [orderNumber, change])),
    set: (orderNumber, change) => table.put(orderNumber, { orderNumber, change: { ...of(orderNumber), ...change } }),
    clear: (orderNumber) => table.remove(orderNumber),
  }
}

/** A further try of an order is registered as its number and `-2`, `-3`, …; what is set for it by name goes first. */
const effective = (orders: OrderSwitches, orderNumber: string): ScenarioChange => {
  const [, first] = /^(.+)-\d+$/.exec(orderNumber) ?? []
  return { ...(first !== undefined && orders.of(first)), ...orders.of(orderNumber) }
}
