import type { Plan, TabPlan } from '../plan.ts'

/** A part of the scenarios that is so small that all of it is played. */
export interface Scope {
  readonly name: string
  readonly plan: Plan
  /** The most faults in a scenario. */
  readonly faults: 0 | 1 | 2
  /** When a second tab opens: at each time that leads to another order of events, or after these milliseconds. */
  readonly second?: 'every order' | readonly number[]
  /** Which process serves each request: each choice, or these, repeated. */
  readonly served: 'every choice' | readonly Serving[]
}

/** The processes that serve one request after the other, from 0 on. */
export type Serving = readonly number[]

const tab: TabPlan = { opensAt: 0, atBank: 'confirms', tries: 1 }

/** Seconds in which faults may occur. */
const CALM = 60

/** A payment by a card that needs no challenge, with two proxies, and a gateway that charges every request. */
const payment: Plan = {
  seed: 1,
  gateway: 'hostile',
  overload: 'refused',
  method: 'card',
  cards: ['plain', 'plain', 'plain'],
  isTwoPhase: false,
  isChanged: false,
  isPatient: true,
  proxies: 2,
  isKept: false,
  tabs: [tab],
  orderLifetime: 120,
  ticketLifetime: 3600,
  signedAhead: 0,
  calmAt: CALM,
  rates: { browser: 0, gateway: 0, callback: 0, webhook: 0, bank: 0, store: 0, process: 0 },
  isEnabled: (leg, fault) => leg !== 'gateway' || !processed.has(fault),
}

/** Faults of a gateway that processes what it answers with HTTP 429. */
const processed: ReadonlySet<string> = new Set(['429 after', '429 under way'])

const one: Serving = [0]
const inTurn: Serving = [0, 1]
const servings: readonly Serving[] = [one, inTurn, [0, 0, 1, 1], [0, 1, 1, 0]]

/** With one fault, in one tab. */
const single = (name: string, plan: Partial<Plan>): Scope => ({
  name,
  plan: { ...payment, ...plan },
  faults: 1,
  served: plan.proxies === 1 ? [one] : [inTurn],
})

/** The same in two tabs, of which the second opens with the first, or while the answer to its payment is late. */
const double = (name: string, plan: Partial<Plan>): Scope => ({ ...single(name, plan), second: [2, 7002] })

/** Other payment methods, and cards that are declined, or need a challenge. */
const methods: readonly Scope[] = [
  single('a stored card', { method: 'stored card' }),
  single('Google Pay', { method: 'wallet' }),
  single('Apple Pay', { method: 'apple pay' }),
  single('a mail order', { method: 'moto' }),
  single('a code', { method: 'code' }),
  single('a code on two phones', { method: 'code', app: 'pays on two phones' }),
  single('a code, and back to the card', { method: 'code', app: 'goes back to the card, and pays then' }),
  single('a code that a bank accepts as it is taken back', {
    method: 'code',
    app: 'goes back to the card as a bank accepts',
  }),
  single('a code whose bank takes its time, in a tab that is closed', {
    method: 'code',
    app: 'lets the bank take its time',
    tabs: [{ ...tab, closedAfter: 20 }],
  }),
  double('a code that is never paid, with one proxy', { method: 'code', app: 'never pays', proxies: 1 }),
  single('a code that is stored late, or by a process that ends', {
    method: 'code',
    app: 'never pays',
    // So late that a lock without a code is still held when the page reads for the last time.
    tabs: [{ ...tab, opensAt: 50 }],
    calmAt: 53,
  }),
  single('the bank’s page', { method: 'code', isOnPage: true }),
  single('the bank’s page, and back to the card', {
    method: 'code',
    isOnPage: true,
    app: 'goes back to the card, and pays then',
  }),
  single('the bank’s page in a tab that is closed', {
    method: 'code',
    isOnPage: true,
    app: 'pays late',
    tabs: [{ ...tab, closedAfter: 20 }],
  }),
  single('a charge of a stored card', { method: 'charge' }),
  single('a recurrent charge', { method: 'recurrent charge' }),
  single('a hold', { isTwoPhase: true }),
  single('a declined card, and another', { cards: ['penniless', 'plain', 'plain'], tabs: [{ ...tab, tries: 3 }] }),
  single('a slow card', { cards: ['slow', 'plain', 'plain'] }),
  single('a challenge', { cards: ['challenged', 'plain', 'plain'] }),
  single('the method, and a challenge', { cards: ['method and challenge', 'plain', 'plain'] }),
  single('a redirect of 3-D Secure 1', { cards: ['redirected (3-D Secure 1)', 'plain', 'plain'] }),
  single('a card that the bank does not decide on', { cards: ['undecided', 'plain', 'plain'] }),
]

/** Rarer situations of a card payment. */
const situations: readonly Scope[] = [
  double('a gateway as specified', { gateway: 'spec' }),
  double('one proxy', { proxies: 1 }),
  double('a gateway that processes what it answers with HTTP 429', { overload: 'unknown', isEnabled: () => true }),
  double('an order that was registered for less', { isChanged: true }),
  double('two tickets with other clients', { otherTerms: 'client' }),
  double('two tickets with other captures', { otherTerms: 'capture' }),
  double('two proxies', {}),
  single('webhooks that are stored', { isKept: true }),
  single('a declined card, and another, with webhooks that are stored', {
    cards: ['penniless', 'plain', 'plain'],
    isKept: true,
    tabs: [{ ...tab, tries: 3 }],
  }),
  single('a reload', { tabs: [{ ...tab, reloadedAfter: 2 }] }),
  single('a refund, and a reload', { refund: { at: 20 }, tabs: [{ ...tab, reloadedAfter: 50 }] }),
  single('a hold that two workers capture', { isTwoPhase: true, capture: { at: 20, isTwice: true, amount: 1000 } }),
  single('a hold that two workers give back', { isTwoPhase: true, cancel: { at: 20, isTwice: true } }),
  single('an order that is cancelled before its first key', { cancel: { at: 0, isTwice: false } }),
  single('an order that two workers cancel while it is paid', {
    cards: ['slow', 'plain', 'plain'],
    cancel: { at: 4, isTwice: true },
  }),
  single('a forged callback', { forgedAt: 1 }),
  double('one proxy whose clock is set ahead', { proxies: 1, clockStep: { at: 5, by: 90 } }),
  double('one proxy whose gateway is ahead', { proxies: 1, gatewayAhead: 90 }),
  double('a store that is down for a while', { storeDown: [1, 10] }),
  double('a store that loses everything', { storeForgets: { at: 5, what: 'everything' } }),
  single('Apple Pay with stored webhooks, in a tab that is closed', {
    method: 'apple pay',
    isKept: true,
    tabs: [{ ...tab, closedAfter: 20 }],
  }),
  { ...single('a slow card, and a tab that opens meanwhile', { cards: ['slow', 'plain', 'plain'] }), second: [2002] },
  {
    ...single('a declined card, and another, with stored webhooks that fail twice', {
      cards: ['penniless', 'plain', 'plain'],
      isKept: true,
      tabs: [{ ...tab, tries: 3 }],
      calmAt: 2 * CALM,
      isEnabled: (leg) => leg === 'webhook',
    }),
    faults: 2,
  },
  {
    ...single('a reload, a proxy that is killed, and a gateway that is ahead', {
      proxies: 1,
      gatewayAhead: 90,
      tabs: [{ ...tab, reloadedAfter: 15 }],
      isEnabled: (leg, fault) => leg === 'process' || (leg === 'gateway' && !processed.has(fault)),
    }),
    faults: 2,
  },
]

/** One tab and one proxy, which can be killed after a request that is late. */
const restarts: readonly Scope[] = [
  { name: 'one tab, one proxy, two faults', plan: { ...payment, proxies: 1 }, faults: 2, served: [one] },
  {
    name: 'one tab, one proxy, a gateway that is ahead, two faults',
    plan: { ...payment, proxies: 1, gatewayAhead: 90 },
    faults: 2,
    served: [one],
  },
]

/** The scopes in which a mutant is sought; each takes seconds, or a minute. */
export const smallest: readonly Scope[] = [...situations, ...methods, ...restarts]

/** Two tabs in each order of their events. */
const orders: readonly Scope[] = [
  {
    name: 'two tabs in every order, every choice of the proxies, no fault',
    plan: payment,
    faults: 0,
    second: 'every order',
    served: 'every choice',
  },
  {
    name: 'two tabs in every order, four choices of the proxies, one fault',
    plan: payment,
    faults: 1,
    second: 'every order',
    served: servings,
  },
  {
    name: 'two tabs at once, two proxies in turn, two faults',
    plan: payment,
    faults: 2,
    second: [2],
    served: [inTurn],
  },
]

/** All scopes, the smallest first. */
export const scopes: readonly Scope[] = [...smallest, ...orders]
