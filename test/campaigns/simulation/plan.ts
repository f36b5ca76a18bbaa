import { chanceOf } from './chance.ts'
import { legs, portals, type GatewayKind, type Leg } from './faults.ts'

/** What a shopper does with one tab, or another device, and when, in seconds. */
export interface TabPlan {
  readonly opensAt: number
  /** Closed for good, as whole seconds after it was opened. */
  readonly closedAfter?: number
  /** Reloaded, or left and come back to by Back. */
  readonly reloadedAfter?: number
  /** How the bank's question is met. */
  readonly atBank: 'confirms' | 'fails' | 'cancels' | 'gives up here' | 'walks away' | 'comes late'
  /** How often a refusal is answered by another try. */
  readonly tries: number
}

/** Everything about a scenario that is decided before it begins. */
export interface Plan {
  readonly seed: number
  readonly gateway: GatewayKind
  readonly method: 'card' | 'stored card' | 'wallet' | 'apple pay' | 'charge' | 'recurrent charge' | 'moto'
  /** Cards in the order in which they are tried. */
  readonly cards: readonly (keyof typeof cardsByName)[]
  readonly isTwoPhase: boolean
  /** The number was registered before, for another sum: the shopper changed the cart. */
  readonly isChanged: boolean
  /** All tabs but the first have a ticket of the same number and sum that differs in this. */
  readonly otherTerms?: 'client' | 'capture'
  /** The merchant gives an order that is paid back: seconds at which it begins to ask, and the sum; all of it when absent. */
  readonly refund?: { readonly at: number; readonly amount?: number }
  /** Seconds at which somebody who has seen the callback's address calls it, and says that all is paid. */
  readonly forgedAt?: number
  /** The gateway repeats a callback until it is taken; otherwise it gives up soon, as the family's do. */
  readonly isPatient: boolean
  readonly proxies: 1 | 2
  /** Whether notices are kept until they are taken. */
  readonly isKept: boolean
  readonly tabs: readonly TabPlan[]
  /** Seconds that the order, and the ticket, live. */
  readonly orderLifetime: number
  readonly ticketLifetime: number
  /** Seconds by which the ticket's `iat` lies ahead of the beginning; `unknown` where it has none. */
  readonly signedAhead: number | 'unknown'
  /** Seconds after which nothing goes wrong any more. */
  readonly calmAt: number
  /** Seconds within which the shared store is down, … */
  readonly storeDown?: readonly [from: number, to: number]
  /** … or forgets; what it was told last, as a replica does that takes over, or everything, as after a restart. */
  readonly storeForgets?: { readonly at: number; readonly what: 'everything' | 'the last' }
  /** Processes that begin from then on have a clock that is ahead by so many seconds. */
  readonly clockJump?: { readonly at: number; readonly by: number }
  /** The clock of every process is set, while they run; by so many seconds. */
  readonly clockStep?: { readonly at: number; readonly by: number }
  /** Seconds by which the gateway's clock is ahead of the right time, from the beginning. */
  readonly gatewayAhead?: number
  /** Faults of a hundred thousand exchanges, by leg; none of those that are left out. */
  readonly rates: Readonly<Record<Leg, number>>
  /** The faults that there are at all; each seed has others. */
  readonly isEnabled: (leg: Leg, fault: string) => boolean
}

/** Cards of the sandbox, by what becomes of them. */
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

/** Cards that a wallet has on file, of which no device gives a proof. */
export const onFile = ['challenged', 'method and challenge', 'frictionless'] as const

/** What may happen to one exchange in a hundred thousand, from a calm day to a dreadful one. */
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
    isEnabled: swarm(seed, below(4) === 0),
    ...lastingOf(seed),
    ...stepOf(seed),
    ...aheadOf(seed),
    ...rarer(seed, method),
    ...signingOf(seed),
    ...withoutCallback(seed, method),
    ...refundOf(seed),
    ...otherTicketOf(seed, method),
  }
}

/** What is paid in a rarer way: a wallet's card on file, which the bank wants confirmed, and an order by mail or phone. */
function rarer(seed: number, method: Plan['method']): Partial<Plan> {
  const { hits, pick } = chanceOf(seed, 'rarer')
  if (method === 'wallet' && hits(40_000)) return { cards: [pick(onFile), 'plain', 'plain'], ...atGateway }
  if (method === 'card' && hits(6000)) return { method: 'moto', cards: [pick(common), 'plain', 'plain'] }
  return {}
}

/** What is paid by an operation that names no address for the gateway's callbacks. */
function withoutCallback(seed: number, method: Plan['method']): Partial<Plan> {
  const { hits, pick } = chanceOf(seed, 'without callback')
  if (method === 'wallet' && hits(35_000))
    return { method: 'apple pay', cards: [pick(['plain', 'plain', 'penniless'] as const), 'plain', 'plain'] }
  if (method === 'charge' && hits(35_000)) return { method: 'recurrent charge' }
  return {}
}

const PART = 1000

function refundOf(seed: number): Pick<Plan, 'refund'> {
  const { hits, between, pick } = chanceOf(seed, 'refund')
  if (!hits(10_000)) return {}
  const amount = pick([undefined, PART])
  return { refund: { at: between(15, 120), ...(amount !== undefined && { amount }) } }
}

/** The shop has signed two tickets of one number, for two tabs. */
function otherTicketOf(seed: number, method: Plan['method']): Partial<Plan> {
  const chance = chanceOf(seed, 'other ticket')
  if ((method !== 'card' && method !== 'wallet') || !chance.hits(6000)) return {}
  return {
    otherTerms: chance.pick(['client', 'capture'] as const),
    tabs: [tabOf(chance, 0), tabOf(chance, 1)],
  }
}

/** Seconds that outlast every scenario. */
const LONGEST = 3600

/** Seconds that an order lives which a wallet's request registers: the gateway's own, whatever the ticket says. */
const atGateway = { orderLifetime: 1200, ticketLifetime: LONGEST } as const

/** What registers its orders itself, without a word of how long they live. */
const atOnce: ReadonlySet<Plan['method']> = new Set(['wallet', 'apple pay', 'charge', 'recurrent charge', 'moto'])

/** Charged by the merchant's server, without a page. */
export const isCharge = ({ method }: Plan): boolean => method === 'charge' || method === 'recurrent charge'

export const isWallet = ({ method }: Plan): boolean => method === 'wallet' || method === 'apple pay'

/** Whether the gateway calls nobody back: the proxy itself follows such a payment. */
export const isFollowed = ({ method }: Plan): boolean => method === 'apple pay' || method === 'recurrent charge'

/** Seconds that the plan's orders live at the gateway. */
export const lifetimeOf = ({ method, orderLifetime }: Plan): number =>
  atOnce.has(method) ? atGateway.orderLifetime : orderLifetime

/** Whether callbacks come in the end, and whether whoever reads then still may. */
function lastingOf(seed: number): Pick<Plan, 'isPatient'> & Partial<Plan> {
  const { hits } = chanceOf(seed, 'lasting')
  return { isPatient: hits(50_000), ...(hits(50_000) && { ticketLifetime: LONGEST }) }
}

/** Drawn by itself, as what is rarer, so that the other seeds tell the stories that they told before there were any. */
function stepOf(seed: number): Pick<Plan, 'clockStep'> {
  const { hits, between, pick } = chanceOf(seed, 'step')
  return hits(8000) ? { clockStep: { at: between(5, 60), by: pick([-3600, -90, -5, 5, 90, 3600]) } } : {}
}

/** Whether the ticket says when it was signed, and by how much the merchant's clock was ahead then; drawn by itself too. */
function signingOf(seed: number): Pick<Plan, 'signedAhead'> {
  const { hits, between } = chanceOf(seed, 'signing')
  if (hits(20_000)) return { signedAhead: 'unknown' }
  return { signedAhead: hits(20_000) ? between(1, 60) : 0 }
}

/** Drawn by itself, too. */
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

/** Drawn by themselves, as what is rarer. */
const apart: ReadonlySet<string> = new Set(Object.keys(portals).map((name) => `browser ${name}`))

/** Each seed has about half of the faults, or one in eight, or all, so that some are met often and together. */
function swarm(seed: number, isWide: boolean): Plan['isEnabled'] {
  const names = (Object.keys(legs) as Leg[])
    .flatMap((leg) => Object.keys(legs[leg]).map((name) => `${leg} ${name}`))
    .filter((name) => !apart.has(name))
  const chance = chanceOf(seed, 'swarm')
  const share = isWide ? 100_000 : chance.pick([50_000, 12_000])
  const enabled = new Set(names.filter((name) => name === 'process killed' || chance.hits(share)))
  const { hits } = chanceOf(seed, 'captive portal')
  for (const name of hits(25_000) ? apart : []) if (hits(50_000)) enabled.add(name)
  return (leg, fault) => enabled.has(`${leg} ${fault}`)
}
