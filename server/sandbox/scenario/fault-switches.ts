import * as z from 'zod/mini'
import { memoryStore, type Store } from '#sandbox/store/store.ts'

/**
 * The fault of an HTTP response. `lost-before` and `refused-…` happen before the gateway handles the request, so
 * nothing is done; `lost-after`, `error-…` and `malformed` happen afterwards, so the request is done.
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

/** Faults that a person or a test may switch on, for all orders or for some. */
export const Scenario = z.strictObject({
  /** `refused`: the access server's challenge page forbids being framed. */
  framing: z.enum(['allowed', 'refused']),
  /** `silent`: the method page loads and never notifies. */
  methodPage: z.enum(['answers', 'silent']),
  /** Milliseconds that the gateway waits before it handles a payment. */
  gatewayDelay: delay,
  paymentAnswer: wireAnswer,
  /** actionCode with which payments are declined instead of asking the issuer; 0 lets the issuer decide. */
  declineWith: z.int().check(z.minimum(-9_999_999), z.maximum(9_999_999)),
  /** Delay and answer of register.do, registerPreAuth.do and addParams.do. */
  registerDelay: delay,
  registerAnswer: wireAnswer,
  /** Delay and answer of reads: the status, old and extended, lists of orders, receipts and verifyEnrollment.do. */
  statusDelay: delay,
  statusAnswer: wireAnswer,
  /** Delay and answer of deposit.do, reverse.do, refund.do and decline.do. */
  moneyDelay: delay,
  moneyAnswer: wireAnswer,
  /** Delay and answer of every operation with stored cards but a payment; for all orders, since these calls name none. */
  bindingDelay: delay,
  bindingAnswer: wireAnswer,
  /** Milliseconds that a transfer by a bank's app (SBP) takes: as long, the gateway lags behind what the app says. */
  transferDelay: delay,
  /**
   * What happens when the payer confirms in a bank's app (SBP). `expires`: the order's session is over by then;
   * `pays-twice`: two devices confirm at once, and the second transfer is given back. `accepts-at-reject`: a bank has
   * accepted the payment when the merchant takes the code back, which is answered as done and does nothing.
   */
  bankApp: z.enum(['pays', 'expires', 'pays-twice', 'accepts-at-reject']),
  /** `yes`: payments count as made with the card at a terminal; a declined one is reported so (online gateway 6). */
  cardPresent: z.enum(['no', 'yes']),
  /** The fault of the gateway's callbacks; `reordered`: of two for one order or binding, the later goes first. */
  callbacks: z.enum(['sent', 'never', 'duplicated', 'reordered']),
  /** `strict`: the issuer accepts only what the document's own sandbox does (card management 8); for all orders. */
  issuing: z.enum(['full', 'strict']),
  /** `nested`: the issuer answers lists nested as the document's examples show them; for all orders. */
  issuingLists: z.enum(['plain', 'nested']),
})
export type Scenario = z.infer<typeof Scenario>

/** No faults. */
export const noFaults: Scenario = {
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
  transferDelay: 0,
  bankApp: 'pays',
  cardPresent: 'no',
  callbacks: 'sent',
  issuing: 'full',
  issuingLists: 'plain',
}

/** Some switches; the others have the value for all orders. */
export type ScenarioChange = Partial<Scenario>

/** The switches, shared by all sandbox parties: read at each use, set by the console. */
export interface Switches {
  /** The switches for an order, by any of its ids; without an id, or with an unknown one, those for all. */
  read(order?: string): Scenario
  set(change: ScenarioChange): void
  /** The switches that are set for single order numbers. */
  readonly orders: OrderSwitches
  /** Sets how `read` finds the orderNumber of other ids of an order, such as orderId. */
  learnNames(numberOf: (name: string) => string | undefined): void
}

/** Switches of an order number and its further tries `N-2`, `N-3`, …; they override those for all. */
export interface OrderSwitches {
  of(orderNumber: string): ScenarioChange
  /** By order number. */
  all(): Readonly<Record<string, ScenarioChange>>
  set(orderNumber: string, change: ScenarioChange): void
  /** Removes them, so that the switches for all apply again. */
  clear(orderNumber: string): void
}

const ALL = 'all'

export function buildSwitches(store: Store = memoryStore()): Switches {
  const common = store.table<ScenarioChange>('scenario')
  const orders = buildOrderSwitches(store)
  let numberOf: (name: string) => string | undefined = () => undefined
  const read = (): Scenario => ({ ...noFaults, ...common.get(ALL) })
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

/** A further try of an order is registered as its number and `-2`, `-3`, …; its own switches take precedence. */
const effective = (orders: OrderSwitches, orderNumber: string): ScenarioChange => {
  const [, first] = /^(.+)-\d+$/.exec(orderNumber) ?? []
  return { ...(first !== undefined && orders.of(first)), ...orders.of(orderNumber) }
}
