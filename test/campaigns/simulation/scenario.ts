import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import { actionCode } from '#server-contract/gateway/action-codes.ts'
import { codeMethodNames, type CodeMethodName } from '#contract/methods/methods.ts'
import type { FollowUp } from '#proxy/webhooks/follow-up.ts'
import type { OrderEvent, ReadEvent } from '#proxy/webhooks/event.ts'
import type { OrderTransition } from '#sandbox/gateway/orders/order-table.ts'
import { acsBase, gatewayBase, type Bank } from './parties/bank.ts'
import { AMOUNT, CURRENCY, forgedCallback, registerForLess, storeCard, termsOf } from './parties/cart.ts'
import { chanceOf, least } from './chance.ts'
import { FaultPlan, type Struck } from './fault-plan.ts'
import { Gateway } from './parties/gateway.ts'
import { reportAnswer } from './rules/answers.ts'
import { checkCodes } from './rules/code-rule.ts'
import { InvariantChecker } from './rules/invariant-checker.ts'
import { changing, endTime, money, RequestRule } from './rules/request-rule.ts'
import { schedule } from './network/disturbances.ts'
import { FollowUps } from './network/follow-ups.ts'
import { Lives, nameOf } from './network/lives.ts'
import { MerchantsServer } from './parties/merchant.ts'
import type { Variant } from './mutants/variant.ts'
import { People } from './parties/people.ts'
import { cardsByName, isCharge, isFollowed, type Plan } from './plan.ts'
import { proxyUrl, webhookUrl, type Process, type Outside } from './network/processes.ts'
import type { Answer, Requested } from './network/serve.ts'
import { SharedStore } from './network/shared-store.ts'
import type { Fixture } from './fixture.ts'
import { clockOf } from './network/time.ts'
import { Trace } from './trace.ts'
import { requestOf, never, operationIn, responseOf, withHost } from './methods.ts'
import { nobody, requestIdIn, type Visit } from './visits.ts'
import { exchange, forever, Gone, withTimeout, type WireOptions } from './network/wire.ts'

/** Faults of requests that may move money are more probable by this factor. */
const WEIGHT = 4

/** Milliseconds within which repeated webhooks have been accepted. */
const LONGEST_REST = 3_600_000

/** How a scenario is played, besides its plan. */
export interface ScenarioOptions {
  /** Exactly these faults, instead of random ones. */
  readonly given?: readonly Struck[]
  readonly trace?: boolean
  /** Nothing is drawn: each value is the least of its range, and the process that serves each request is given. */
  readonly small?: { readonly servedBy: (request: number) => number }
}

/** One order, from its ticket until everything about it is over. */
export class Scenario implements Outside {
  readonly invariants: InvariantChecker
  readonly faults: FaultPlan
  readonly #trace: Trace
  readonly #rule: RequestRule
  readonly #plan: Plan
  readonly #fixture: Fixture
  readonly #isSmall: boolean
  readonly #wire: WireOptions
  readonly #store: SharedStore
  readonly #orderNumber: string
  readonly #lives: Lives
  readonly #people: People
  readonly #merchant: MerchantsServer
  readonly #variant: Variant
  readonly #gateway: Gateway
  readonly #followUps: FollowUps

  constructor(plan: Plan, fixture: Fixture, orderNumber: string, { given, trace = false, small }: ScenarioOptions) {
    const { time, processes } = fixture
    const atProxy = (requested: Requested, from?: string): Promise<Answer> => this.atProxy(requested, from)
    const drawn = (use: string) => (small ? least : chanceOf(plan.seed, use))
    const faults = new FaultPlan(plan, time, { ...(given && { given }), isSmall: small !== undefined })
    const notes = new Trace(faults, orderNumber, trace)
    const wire = { time, faults, paths: drawn('ways'), note: (line: () => string) => notes.note(line) }
    const variant = fixture.mutant?.begin(clockOf(time)) ?? {}
    const isExpired = (orderId: string): boolean =>
      fixture.bank.orders.get(orderId)?.actionCode === actionCode.sessionExpired
    const sum = { amount: AMOUNT, currency: CURRENCY }
    const invariants = new InvariantChecker(sum, Object.values(cardsByName), isExpired)
    const store = new SharedStore(time, (text) => invariants.read('the store', text))
    this.#plan = plan
    this.#fixture = fixture
    this.#orderNumber = orderNumber
    this.#trace = notes
    this.#rule = new RequestRule({ invariants, plan, time, bank: fixture.bank })
    this.#gateway = new Gateway({ plan, bank: fixture.bank, time, invariants, trace: notes })
    this.#isSmall = small !== undefined
    invariants.isForgetful = plan.storeForgets !== undefined
    this.#wire = wire
    this.#variant = variant
    this.#store = store
    this.faults = faults
    this.invariants = invariants
    this.#merchant = new MerchantsServer(wire, invariants, orderNumber, atProxy)
    this.#lives = new Lives({
      plan,
      processes,
      store,
      faults,
      wire,
      variant,
      onForgotten: () => (invariants.isForgetful = true),
      ...(small && { servedBy: small.servedBy }),
    })
    this.#followUps = new FollowUps(time, this.#lives)
    this.#people = new People({
      plan,
      fixture,
      wire,
      invariants,
      variant,
      orderNumber,
      atProxy,
      chance: drawn('people'),
    })
  }

  get trace(): readonly string[] {
    return this.#trace.lines
  }

  get kills(): number {
    return this.#lives.kills
  }

  get screens(): number {
    return this.#people.checked
  }

  get excused(): number {
    return this.#people.excused
  }

  /** Requests that a process has served, or was to serve. */
  get requests(): number {
    return this.#lives.requests
  }

  /** The content of the store that the processes share. */
  get stored(): string {
    return this.#trace.alias(this.#store.content)
  }

  async play(): Promise<void> {
    const { time, bank } = this.#fixture
    for (let at = 0; at < this.#plan.proxies; at++) this.#lives.begin(nameOf(at))
    const forge = (): void => {
      const requested = forgedCallback(bank)
      if (requested) void this.atProxy(requested).catch(() => {}) // a forger ignores the answer
    }
    schedule(this.#plan, { time, lives: this.#lives, store: this.#store, trace: this.#trace, forge })
    if (this.#plan.app === 'goes back to the card as a bank accepts')
      bank.context.switches.set({ bankApp: 'accepts-at-reject' })
    if (this.#plan.isChanged) await registerForLess(bank, this.#orderNumber)
    if (isCharge(this.#plan)) {
      const path = isFollowed(this.#plan) ? '/merchant/charges/recurrent' : '/merchant/charges'
      this.#merchant.charge(path, { ...termsOf(this.#orderNumber), bindingId: storeCard(bank, this.#plan) })
    } else this.#people.come()
    const { refund, capture, cancel } = this.#plan
    if (refund) this.#merchant.refund(refund)
    if (capture) this.#merchant.capture(capture)
    if (cancel) this.#merchant.cancel(cancel)
    const end = endTime(this.#plan)
    time.after(end - time.now, () => {
      this.#rule.over()
      this.#people.checkScreens(!isUndecided(bank))
    })
    await time.run(end + LONGEST_REST)
    time.after(0, () => void this.#readOrder())
    await time.run(end + 2 * LONGEST_REST)
    this.#lives.end()
    this.#followUps.end()
    this.#rule.conclude()
  }

  async toGateway(lifecycle: Process, request: PlainRequest): Promise<Answer> {
    const fetch = (one: PlainRequest) => this.#sendToGateway(lifecycle, one)
    return this.#variant.toGateway?.(request, fetch, lifecycle) ?? fetch(request)
  }

  async #sendToGateway(lifecycle: Process, { url, body, ...rest }: PlainRequest): Promise<Answer> {
    const requested: Requested = { ...rest, url: url.slice(gatewayBase.length), body }
    const op = operationIn(requested.url)
    this.invariants.read(`a request to the gateway (${op})`, requested.url + requested.body)
    if (this.#lives.dies(lifecycle, `asks ${op}`)) return never()
    const sending = { sentAt: this.#fixture.time.now, by: this.#fixture.time.cause }
    if (money.has(op)) checkCodes(this.invariants, this.#fixture.bank, op)
    this.#rule.sent(op, sending)
    this.#trace.note(() => `${lifecycle.name} asks ${op}`)
    const struck = this.faults.struck.length
    const asking = exchange(this.#wire, {
      leg: 'gateway',
      op,
      sender: lifecycle,
      weight: money.has(op) || changing.has(op) ? WEIGHT : 1,
      work: () => this.#gateway.answer(requested, op, sending),
    })
    const isStruck = this.faults.struck.length > struck
    if (!isStruck) this.#rule.count(sending, lifecycle)
    const answer = await asking
    if (this.#lives.dies(lifecycle, `hears ${op}`)) return never()
    // In a small scope, two faults are equal when only what they change in the answer differs.
    if (isStruck && this.#isSmall) return answer
    this.#trace.note(() => `${lifecycle.name} receives ${op}: HTTP ${answer.status} ${this.#trace.short(answer.body)}`)
    return answer
  }

  async toShop(lifecycle: Process, ...request: Parameters<Fetch>): Promise<Response> {
    const requested = requestOf(webhookUrl, ...request)
    if (this.#lives.dies(lifecycle, 'asks webhook')) return never()
    const answer = await exchange(this.#wire, {
      leg: 'webhook',
      op: 'webhook',
      sender: lifecycle,
      work: () => this.#merchant.receive(requested.body!),
    })
    if (this.#lives.dies(lifecycle, 'hears webhook')) return never()
    return new Response('', { status: answer.status })
  }

  get isKept(): boolean {
    return this.#plan.isKept
  }

  /** Milliseconds by which the gateway's clock is ahead. */
  get gatewayAhead(): number {
    return 1000 * (this.#plan.gatewayAhead ?? 0)
  }

  get codeMethods(): readonly CodeMethodName[] {
    return this.#plan.method === 'code' ? codeMethodNames : []
  }

  get overload(): Plan['overload'] {
    return this.#plan.overload
  }

  get isPatient(): boolean {
    return this.#plan.isPatient
  }

  keep(notice: OrderEvent): void {
    const { time } = this.#fixture
    const readOf: ReadEvent = async (event) => {
      const visit: Visit = { ...nobody, op: 'kept webhook', requestedAt: time.now }
      const lifecycle = this.#lives.any()
      time.cause = visit
      const ended = this.begins(visit, lifecycle)
      try {
        return await lifecycle.read(event)
      } finally {
        ended()
      }
    }
    this.#merchant.keep(notice, this.#variant.hasSnapshots ? async () => notice : readOf)
  }

  get isFollowing(): boolean {
    return !this.#variant.followsNothing
  }

  keepFollowUp(followUp: FollowUp, ms: number): void {
    this.#followUps.keep(followUp, ms)
  }

  removeFollowUp(id: string): void {
    this.#followUps.remove(id)
  }

  begins(visit: Visit, lifecycle: Process): () => void {
    this.#rule.asked(visit, lifecycle)
    return () => this.#rule.answered(visit, lifecycle)
  }

  logged(line: object): void {
    this.invariants.read('the log', JSON.stringify(line))
  }

  /** Transports the requests of the gateway and the bank: callbacks, and the result of a challenge. */
  async fromBank(...request: Parameters<Fetch>): Promise<Response> {
    const [url] = request
    if (url.startsWith(acsBase)) return responseOf(await this.#fixture.bank.acs.call(requestOf(acsBase, ...request)))
    const isCallback = url.startsWith(proxyUrl)
    const requested = requestOf(isCallback ? proxyUrl : gatewayBase, ...request)
    this.invariants.read('a callback', requested.url + requested.body)
    const answer = withTimeout(
      this.#wire,
      exchange(this.#wire, {
        leg: isCallback ? 'callback' : 'bank',
        op: isCallback ? 'callback' : operationIn(requested.url),
        sender: forever,
        work: () => (isCallback ? this.#callBack(withHost(requested)) : this.#fixture.bank.pages.call(requested)),
      }),
    )
    return responseOf(await answer)
  }

  async #callBack(requested: Requested): Promise<Answer> {
    const isCharged = this.invariants.charges.length > 0
    const answer = await this.atProxy(requested)
    if (isCharged && answer.status === 200) this.#merchant.callbackIsTaken()
    return answer
  }

  changed(transition: OrderTransition): void {
    this.#gateway.changed(transition)
  }

  /** A process receives a request, from a tab or another party. */
  async atProxy(requested: Requested, from?: string): Promise<Answer> {
    const lifecycle = this.#lives.any()
    const what = operationIn(requested.url)
    this.#trace.note(() => `${lifecycle.name} is asked ${what}`)
    const requestedAt = this.#fixture.time.now
    const visit: Visit = { op: what, from, requestId: requestIdIn(requested.body), requestedAt }
    this.#rule.asked(visit, lifecycle)
    if (this.#lives.dies(lifecycle, `gets ${what}`)) throw new Gone()
    this.#fixture.time.cause = visit
    const work = (): Promise<Answer> => this.#lives.answer(lifecycle, requested)
    const answer = await (this.#variant.atProxy?.(requested, work, this.#merchant) ?? work())
    this.#trace.note(() => `${lifecycle.name} answers ${what}: HTTP ${answer.status} ${this.#trace.short(answer.body)}`)
    this.#rule.answered(visit, lifecycle)
    reportAnswer(this.invariants, visit, answer, this.#fixture.time.now)
    return answer
  }

  #readOrder(): Promise<void> {
    return this.#merchant.readOrder(this.invariants.isPaid, !isUndecided(this.#fixture.bank), this.#isSure)
  }

  /** Whether the merchant is sure to be notified: by callbacks that are repeated, or by an order that is followed. */
  get #isSure(): boolean {
    return isFollowed(this.#plan) ? this.isKept || this.kills === 0 : this.isPatient
  }
}

/** The bank has not decided yet, so the gateway does not know either. */
const isUndecided = ({ orders }: Bank): boolean => Array.from(orders.rows()).some(({ state }) => state === 'pending')
