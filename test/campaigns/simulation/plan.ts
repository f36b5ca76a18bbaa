import { chanceOf } from './chance.ts'
import { legs, portals, processedOverloads, type GatewayKind, type Leg } from './faults.ts'

/** A shopper's actions in one tab, or on another device, with their times in seconds. */
export interface TabPlan {
  readonly opensAt: number
  /** Seconds from its opening after which it is closed for good. */
  readonly closedAfter?: number
  /** Reloaded, or left and reopened by the Back button. */
  readonly reloadedAfter?: number
  /** The shopper's reaction to the bank's challenge. */
  readonly atBank: 'confirms' | 'fails' | 'cancels' | 'gives up here' | 'walks away' | 'comes late'
  /** How often the shopper tries again after a decline. */
  readonly tries: number
}

/** What a payer does with a code in the app of a bank, on a phone of its own. */
export const appPlans = [
  'pays',
  'pays late',
  'pays on two phones',
  'lets the bank take its time',
  'declines',
  'never pays',
  'goes back to the card',
  'goes back to the card, and pays then',
  'pays while a card pays in another tab',
] as const
export type AppPlan = (typeof appPlans)[number] | 'goes back to the card as a bank accepts'

/** A change that the merchant's server asks for, and again until it is made. */
export interface Change {
  /** Seconds at which it starts to ask. */
  readonly at: number
  /** Two workers of the merchant ask at the same time. */
  readonly isTwice: boolean
}

/** Everything about a scenario that is decided before it starts. */
export interface Plan {
  readonly seed: number
  readonly gateway: GatewayKind
  /**
   * What the gateway does with a payment that it answers with HTTP 429: nothing, or it may process it. The proxy has the
   * setting for it (`TENDER_GATEWAY_OVERLOAD`).
   */
  readonly overload: 'refused' | 'unknown'
  readonly method: 'card' | 'stored card' | 'wallet' | 'apple pay' | 'code' | 'charge' | 'recurrent charge' | 'moto'
  /** Whether the bank's page takes the place of the code: a press in the app is one on the page. */
  readonly isOnPage?: boolean
  /** What the payer does with a code; absent, the payer pays by it. */
  readonly app?: AppPlan
  /** Cards, in the order of the tries. */
  readonly cards: readonly (keyof typeof cardsByName)[]
  readonly isTwoPhase: boolean
  /** The number was registered before, for another amount: the shopper changed the cart. */
  readonly isChanged: boolean
  /** All tabs but the first have a ticket of the same number and amount that differs in this. */
  readonly otherTerms?: 'client' | 'capture' | undefined
  /** The merchant refunds a paid order: seconds at which it starts to try, and the amount; absent, the whole amount. */
  readonly refund?: { readonly at: number; readonly amount?: number } | undefined
  /** The merchant captures a hold: seconds at which it starts to try, and the amount; absent, the whole. */
  readonly capture?: (Change & { readonly amount?: number }) | undefined
  /** The merchant cancels the order, from whatever it is in at that time. */
  readonly cancel?: Change | undefined
  /** Seconds at which an attacker who knows the callback's address sends a callback that reports the order as paid. */
  readonly forgedAt?: number
  /** The gateway repeats a callback until it is accepted; otherwise it gives up soon, as the family's gateways do. */
  readonly isPatient: boolean
  readonly proxies: 1 | 2
  /** Whether webhooks are stored until they are accepted. */
  readonly isKept: boolean
  readonly tabs: readonly TabPlan[]
  /** Seconds for which the order, and the ticket, are valid. */
  readonly orderLifetime: number
  readonly ticketLifetime: number
  /** Seconds by which the ticket's `iat` is later than the start; `unknown` when it has none. */
  readonly signedAhead: number | 'unknown'
  /** Seconds after which no fault occurs any more. */
  readonly calmAt: number
  /** Seconds between which the shared store is down, … */
  readonly storeDown?: readonly [from: number, to: number]
  /** … or loses data: only its last change, as when a replica takes over, or everything, as after a restart. */
  readonly storeForgets?: { readonly at: number; readonly what: 'everything' | 'the last' }
  /** Processes that start after that have a clock that is ahead by so many seconds. */
  readonly clockJump?: { readonly at: number; readonly by: number }
  /** The clock of every running process is changed by so many seconds. */
  readonly clockStep?: { readonly at: number; readonly by: number }
  /** Seconds by which the gateway's clock is ahead, from the start. */
  readonly gatewayAhead?: number
  /** Faults in a hundred thousand exchanges, by leg. */
  readonly rates: Readonly<Record<Leg, number>>
  /** Whether a fault can occur at all; this differs from seed to seed. */
  readonly isEnabled: (leg: Leg, fault: string) => boolean
}

/** Cards of the sandbox, by the result of a payment with them. */
export const cardsByName = {
  plain: '4444555511113333',
  challenged: '4000000000000002',
  'method and challenge': '5555555555555599',
  frictionless: '2200000000000004',
  'redirected (3-D Secure 1)': '6759649826438453',
  penniless: '4000000000000010',
  slow: '4000000000000093',
  undecided: '4000000000000119',
} as const

const common = ['plain', 'plain', 'plain', 'plain', 'slow', 'penniless', 'frictionless'] as const
const secured = ['challenged', 'challenged', 'method and challenge', 'redirected (3-D Secure 1)'] as const

/** Cards on file in a wallet, for which no device signs. */
export const onFile = ['challenged', 'method and challenge', 'frictionless'] as const

/** Faults in a hundred thousand exchanges, from none to very many. */
const moods = [0, 500, 2000, 5000, 12_000, 25_000] as const

/** Draws a plan; the same for the same seed. */
export function planOf(seed: number, gateway: Plan['gateway']): Plan {
  const chance = chanceOf(seed, 'plan')
  const { below, pick, hits, between } = chance
  const method = pick(['card', 'card', 'card', 'card', 'stored card', 'wallet', 'charge'] as const)
  const proxies = hits(40_000) ? 2 : 1
  const orderLifetime = pick([120, 300, 300, 1200])
  const mood = pick(moods)
  const tabs = Array.from({ length: pick([1, 1, 1, 1, 2, 2, 3]) }, (_, at) => tabOf(chance, at))
  return {
    seed,
    gateway,
    method,
    cards: cardsFor(chance, method),
    isTwoPhase: method !== 'charge' && hits(25_000),
    isChanged: method !== 'charge' && hits(4000),
    ...(hits(5000) && { forgedAt: between(1, 30) }),
    proxies,
    isKept: hits(40_000),
    tabs,
    orderLifetime,
    ticketLifetime: pick([orderLifetime, 1200, 90]),
    calmAt: between(60, 240),
    ...(proxies === 2 && hits(20_000) && { storeDown: spell(between(0, 40), between(1, 60)) }),
    ...(proxies === 2 &&
      hits(10_000) && {
        storeForgets: {
          at: between(5, 60),
          what: gateway === 'spec' ? pick(['everything', 'the last']) : 'everything',
        },
      }),
    ...(hits(10_000) && { clockJump: { at: between(0, 60), by: pick([-3600, -90, -5, 5, 90, 3600]) } }),
    rates: {
      browser: pick([0, mood, mood]),
      gateway: pick([mood, mood, 2 * mood]),
      callback: pick([0, mood, 70_000]),
      webhook: pick([0, mood, 40_000]),
      bank: pick([0, mood]),
      store: proxies === 2 ? pick([0, mood]) : 0,
      process: pick([0, 0, 500, 3000]),
    },
    overload: overloadOf(seed),
    isEnabled: swarm(seed, below(4) === 0),
    ...lastingOf(seed),
    ...stepOf(seed),
    ...aheadOf(seed),
    ...rarer(seed, method),
    ...signingOf(seed),
    ...withoutCallback(seed, method),
    ...refundOf(seed),
    ...changesOf(seed),
    ...otherTicketOf(seed, method),
    ...byCodeOf(seed, method),
  }
}

/** Rarer payments: a wallet's card on file, with a challenge by the bank, and a mail or telephone order. */
function rarer(seed: number, method: Plan['method']): Partial<Plan> {
  const { hits, pick } = chanceOf(seed, 'rarer')
  if (method === 'wallet' && hits(40_000)) return { cards: [pick(onFile), 'plain', 'plain'], ...atGateway }
  if (method === 'card' && hits(6000)) return { method: 'moto', cards: [pick(common), 'plain', 'plain'] }
  return {}
}

/** Payments by operations that send no address for the gateway's callbacks. */
function withoutCallback(seed: number, method: Plan['method']): Partial<Plan> {
  const { hits, pick } = chanceOf(seed, 'without callback')
  if (method === 'wallet' && hits(35_000))
    return { method: 'apple pay', cards: [pick(['plain', 'plain', 'penniless'] as const), 'plain', 'plain'] }
  if (method === 'charge' && hits(35_000)) return { method: 'recurrent charge' }
  return {}
}

/** Payments by a code, of orders that are debited at once. */
function byCodeOf(seed: number, method: Plan['method']): Partial<Plan> {
  const chance = chanceOf(seed, 'code')
  if (method !== 'card' || !chance.hits(12_000)) return {}
  const isAccepted = chanceOf(seed, 'accepted at reject').hits(15_000)
  const app = isAccepted ? 'goes back to the card as a bank accepts' : chance.pick(appPlans)
  const tabs = app.includes('another tab') ? [tabOf(chance, 0), tabOf(chance, 1)] : undefined
  return {
    method: 'code',
    app,
    ...(!isAccepted && chanceOf(seed, 'on the page').hits(40_000) && { isOnPage: true }),
    cards: ['plain', 'plain', 'plain'],
    isTwoPhase: false,
    otherTerms: undefined,
    ...(tabs && { tabs }),
  }
}

const PART = 1000

function refundOf(seed: number): Pick<Plan, 'refund'> {
  const { hits, between, pick } = chanceOf(seed, 'refund')
  if (!hits(10_000)) return {}
  const amount = pick([undefined, PART])
  return { refund: { at: between(15, 120), ...(amount !== undefined && { amount }) } }
}

/** A capture matters to a hold only; a cancel to each order: before the first key, while it is paid, and after that. */
function changesOf(seed: number): Pick<Plan, 'capture' | 'cancel'> {
  const { hits, between, pick } = chanceOf(seed, 'changes')
  const change = (from: number) => ({ at: between(from, 90), isTwice: hits(50_000) })
  const amount = pick([undefined, PART])
  return {
    ...(hits(20_000) && { capture: { ...change(10), ...(amount !== undefined && { amount }) } }),
    ...(hits(8000) && { cancel: { ...change(0), ...(hits(25_000) && { at: 0 }) } }),
  }
}

/** The shop has signed two tickets with one order number, for two tabs. */
function otherTicketOf(seed: number, method: Plan['method']): Partial<Plan> {
  const chance = chanceOf(seed, 'other ticket')
  if ((method !== 'card' && method !== 'wallet') || !chance.hits(6000)) return {}
  return {
    otherTerms: chance.pick(['client', 'capture'] as const),
    tabs: [tabOf(chance, 0), tabOf(chance, 1)],
  }
}

/** Seconds; longer than every scenario. */
const LONGEST = 3600

/** Seconds for which an order registered by a wallet is valid: the gateway's own default, whatever the ticket says. */
const atGateway = { orderLifetime: 1200, ticketLifetime: LONGEST } as const

/** Operations that register their order themselves, without a validity. */
const atOnce: ReadonlySet<Plan['method']> = new Set(['wallet', 'apple pay', 'charge', 'recurrent charge', 'moto'])

/** Charged by the merchant's server, without a page. */
export const isCharge = ({ method }: Plan): boolean => method === 'charge' || method === 'recurrent charge'

export const isWallet = ({ method }: Plan): boolean => method === 'wallet' || method === 'apple pay'

/** Whether the gateway sends no callback: the proxy itself follows such a payment. */
export const isFollowed = ({ method }: Plan): boolean => method === 'apple pay' || method === 'recurrent charge'

/** Seconds for which the plan's orders are valid at the gateway. */
export const lifetimeOf = ({ method, orderLifetime }: Plan): number =>
  atOnce.has(method) ? atGateway.orderLifetime : orderLifetime

/** Whether callbacks come in the end, and whether the ticket is still valid then. */
function lastingOf(seed: number): Pick<Plan, 'isPatient'> & Partial<Plan> {
  const { hits } = chanceOf(seed, 'lasting')
  return { isPatient: hits(50_000), ...(hits(50_000) && { ticketLifetime: LONGEST }) }
}

/** Drawn from a generator of its own, as all rarer properties are, so that existing seeds keep their scenarios. */
function stepOf(seed: number): Pick<Plan, 'clockStep'> {
  const { hits, between, pick } = chanceOf(seed, 'step')
  return hits(8000) ? { clockStep: { at: between(5, 60), by: pick([-3600, -90, -5, 5, 90, 3600]) } } : {}
}

/** Whether the ticket has a date, and how far the merchant's clock was ahead; from a generator of its own too. */
function signingOf(seed: number): Pick<Plan, 'signedAhead'> {
  const { hits, between } = chanceOf(seed, 'signing')
  if (hits(20_000)) return { signedAhead: 'unknown' }
  return { signedAhead: hits(20_000) ? between(1, 60) : 0 }
}

/** Also drawn from a generator of its own. */
function aheadOf(seed: number): Pick<Plan, 'gatewayAhead'> {
  const { hits, pick } = chanceOf(seed, 'gateway ahead')
  return hits(10_000) ? { gatewayAhead: pick([-90, 5, 90, 90, 3600]) } : {}
}

const spell = (from: number, lasts: number): readonly [number, number] => [from, from + lasts]

function cardsFor({ pick, hits }: ReturnType<typeof chanceOf>, method: Plan['method']): Plan['cards'] {
  if (method === 'wallet') return [pick(['plain', 'plain', 'penniless'] as const), 'plain', 'plain']
  if (method === 'charge') return ['plain']
  const first = hits(3000) ? ('undecided' as const) : hits(25_000) ? pick(secured) : pick(common)
  return [first, hits(30_000) ? pick(secured) : 'plain', 'plain']
}

function tabOf({ between, hits, pick }: ReturnType<typeof chanceOf>, at: number): TabPlan {
  return {
    opensAt: at === 0 ? 0 : pick([0, between(0, 3), between(0, 40)]),
    ...(hits(15_000) && { closedAfter: between(3, 60) }),
    ...(hits(15_000) && { reloadedAfter: between(3, 60) }),
    atBank: pick(['confirms', 'confirms', 'confirms', 'fails', 'cancels', 'gives up here', 'walks away', 'comes late']),
    tries: pick([1, 1, 2, 3]),
  }
}

const overloadOf = (seed: number): Plan['overload'] => (chanceOf(seed, 'overload').hits(30_000) ? 'unknown' : 'refused')

/** Drawn from generators of their own, as all rarer properties are. */
const captive = Object.keys(portals).map((name) => `browser ${name}`)
const overloads = Object.keys(processedOverloads).map((name) => `gateway ${name}`)
const apart: ReadonlySet<string> = new Set([...captive, ...overloads])

const swarming = (Object.keys(legs) as Leg[])
  .flatMap((leg) => Object.keys(legs[leg]).map((name) => `${leg} ${name}`))
  .filter((name) => !apart.has(name))

/** Each seed enables about half of the faults, or one in eight, or all, so that some occur often and together. */
function swarm(seed: number, isWide: boolean): Plan['isEnabled'] {
  const chance = chanceOf(seed, 'swarm')
  const share = isWide ? 100_000 : chance.pick([50_000, 12_000])
  const enabled = new Set(swarming.filter((name) => name === 'process killed' || chance.hits(share)))
  const { hits } = chanceOf(seed, 'captive portal')
  for (const name of hits(25_000) ? captive : []) if (hits(50_000)) enabled.add(name)
  if (overloadOf(seed) === 'unknown') for (const name of overloads) enabled.add(name)
  return (leg, fault) => enabled.has(`${leg} ${fault}`)
}
