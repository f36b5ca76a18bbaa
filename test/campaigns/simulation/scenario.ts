import type { Outcome } from '#contract/checkout.ts'
import type { PlainRequest } from '#contract/wire/client.ts'
import type { FollowUp } from '#proxy/webhooks/follow-up.ts'
import type { OrderEvent, ReadEvent } from '#proxy/webhooks/event.ts'
import type { OrderTransition } from '#sandbox/gateway/orders/order-table.ts'
import { acsBase, gatewayBase, type Bank } from './parties/bank.ts'
import {
  AMOUNT,
  CURRENCY,
  forgedCallback,
  registerForLess,
  storeCard,
  termsOf,
  ticketOf,
  wantedBy,
} from './parties/cart.ts'
import { chanceOf, least } from './chance.ts'
import { FaultPlan, type Struck } from './fault-plan.ts'
import { chargeAgain } from './parties/hostile.ts'
import { Judge } from './judge.ts'
import { Lives, nameOf } from './network/lives.ts'
import { MerchantsServer } from './parties/merchant.ts'
import type { Variant } from './mutants.ts'
import { endOf, People } from './parties/people.ts'
import { cardsByName, isCharge, isFollowed, type Plan } from './plan.ts'
import { proxyUrl, webhookUrl, type Process, type Outside } from './network/processes.ts'
import type { Answer, Requested } from './network/serve.ts'
import { SharedStore } from './network/shared-store.ts'
import type { Fixture } from './fixture.ts'
import { START, clockOf } from './network/time.ts'
import { requestOf, frameHeaders, never, operationIn, responseOf, withHost } from './methods.ts'
import { nobody, requestIdIn, type Sending, type Visit } from './visits.ts'
import { exchange, forever, Gone, inTime, type WireOptions } from './network/wire.ts'

/** Requests that may move money; their faults are more probable by WEIGHT. */
const money: ReadonlySet<string> = new Set([
  'paymentorder.do',
  'paymentOrderBinding.do',
  'walletA/payment.do',
  'walletB/payment.do',
  'recurrentPayment.do',
  'motoPayment.do',
])
const WEIGHT = 4

/**
 * The most requests to the gateway that one request to a proxy may cause without a pause, those with a fault not
 * counted: an order is read try by try, up to three times, and as often again for a caller that shares the reads.
 */
const mostSent = (tries: number): number => 2 * (9 + 3 * Math.max(tries, 1))

/** Milliseconds; requests that are repeated after a pause are counted from zero. */
const PAUSE = 1000

/** Operations of the proxy that may cause such a request. */
const payments: ReadonlySet<string> = new Set([
  'pay',
  'authenticate',
  'charges',
  'recurrent',
  'wallet/pay',
  'wallet/authenticate',
  'moto',
])

/** Milliseconds within which repeated webhooks have been accepted. */
const LONGEST_REST = 3_600_000

/** Milliseconds after which a follow-up of a process that has ended runs again. */
const TAKEN_UP = 60_000

/** Whether a payment's refusal guarantees that nothing was sent for it. */
const wasUnsent = (body: string): boolean =>
  /^{"error":{"code":"(?:busy|too_early|gateway_(?:unreachable|refused_credentials|misconfigured))"/.test(body)

/** Answers to the withdrawal of a request, after which that request changes nothing. */
const withdrawn: ReadonlySet<string> = new Set(['open', 'declined', 'cancelled'])

const whoAsks = ({ from }: Visit): string => from ?? 'the merchant'

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
  readonly judge: Judge
  readonly faults: FaultPlan
  readonly trace: string[] = []
  readonly #plan: Plan
  readonly #fixture: Fixture
  readonly #isTraced: boolean
  readonly #isSmall: boolean
  readonly #wire: WireOptions
  readonly #store: SharedStore
  readonly #orderNumber: string
  readonly #lives: Lives
  readonly #people: People
  readonly #merchant: MerchantsServer
  readonly #variant: Variant
  /** The request that pays a try, by the try's number. */
  readonly #sent = new Map<string, Sending>()
  /** The payment request that the gateway is processing. */
  #workingOn: Sending | undefined
  /** Orders that are followed, where follow-ups are stored. */
  readonly #followed = new Set<string>()
  /** Ends all follow-ups: one that no process can finish would run again for ever. */
  #isEnded = false
  #paySent = 0
  #payAsked = 0
  #isOver = false

  constructor(plan: Plan, fixture: Fixture, orderNumber: string, { given, trace = false, small }: ScenarioOptions) {
    const { time, processes } = fixture
    const atProxy = (requested: Requested, from?: string): Promise<Answer> => this.atProxy(requested, from)
    const drawn = (use: string) => (small ? least : chanceOf(plan.seed, use))
    const faults = new FaultPlan(plan, time, { ...(given && { given }), isSmall: small !== undefined })
    const wire = { time, faults, paths: drawn('ways'), note: (line: () => string) => this.#note(line) }
    const variant = fixture.mutant?.begin(clockOf(time)) ?? {}
    const judge = new Judge({ amount: AMOUNT, currency: CURRENCY }, Object.values(cardsByName))
    const store = new SharedStore(time, (text) => judge.read('the store', text))
    this.#plan = plan
    this.#fixture = fixture
    this.#orderNumber = orderNumber
    this.#isTraced = trace
    this.#isSmall = small !== undefined
    this.#wire = wire
    this.#variant = variant
    this.#store = store
    this.faults = faults
    this.judge = judge
    this.#merchant = new MerchantsServer(wire, judge, orderNumber, atProxy)
    this.#lives = new Lives({
      plan,
      processes,
      store,
      faults,
      wire,
      variant,
      ...(small && { servedBy: small.servedBy }),
    })
    this.#people = new People({ plan, fixture, wire, judge, variant, orderNumber, atProxy, chance: drawn('people') })
  }

  get kills(): number {
    return this.#lives.kills
  }

  get screens(): number {
    return this.#people.judged
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
    return this.#alias(this.#store.content)
  }

  async play(): Promise<void> {
    const { time, bank } = this.#fixture
    for (let at = 0; at < this.#plan.proxies; at++) this.#lives.begin(nameOf(at))
    this.#arrange()
    if (this.#plan.isChanged) await registerForLess(bank, this.#orderNumber)
    if (isCharge(this.#plan)) {
      const path = isFollowed(this.#plan) ? '/merchant/charges/recurrent' : '/merchant/charges'
      this.#merchant.charge(path, { ...termsOf(this.#orderNumber), bindingId: storeCard(bank, this.#plan) })
    } else this.#people.come()
    if (this.#plan.refund) this.#merchant.refund(this.#plan.refund)
    const end = this.#end
    time.after(end - time.now, () => this.#judgeScreens())
    await time.run(end + LONGEST_REST)
    time.after(0, () => void this.#lookUp())
    await time.run(end + 2 * LONGEST_REST)
    this.#lives.end()
    this.#isEnded = true
    if (this.#paySent > this.#payAsked)
      this.judge.breaks('I8', `${this.#paySent} payments sent for ${this.#payAsked} that were asked for`)
  }

  /** A frame's first request. */
  checkoutAsked(): Requested {
    const authorization = `Bearer ${ticketOf(this.#plan, this.#orderNumber)}`
    const headers = { accept: 'application/json', authorization, ...frameHeaders(undefined) }
    return { method: 'GET', url: '/api/checkout', headers, body: undefined }
  }

  async toGateway(lifecycle: Process, request: PlainRequest): Promise<Answer> {
    const fetch = (one: PlainRequest) => this.#carryToGateway(lifecycle, one)
    return this.#variant.toGateway?.(request, fetch, lifecycle) ?? fetch(request)
  }

  async #carryToGateway(lifecycle: Process, { url, body, ...rest }: PlainRequest): Promise<Answer> {
    const requested: Requested = { ...rest, url: url.slice(gatewayBase.length), body }
    const op = operationIn(requested.url)
    this.judge.read(`a request to the gateway (${op})`, requested.url + requested.body)
    if (this.#lives.dies(lifecycle, `asks ${op}`)) return never()
    const sending = { sentAt: this.#fixture.time.now, by: this.#fixture.time.cause }
    this.#judgeAsking(op, sending.by)
    this.#note(() => `${lifecycle.name} asks ${op}`)
    if (money.has(op)) this.#paySent += 1
    const struck = this.faults.struck.length
    const asking = exchange(this.#wire, {
      leg: 'gateway',
      op,
      sender: lifecycle,
      weight: money.has(op) ? WEIGHT : 1,
      work: () => this.#atGateway(requested, op, sending),
    })
    const isStruck = this.faults.struck.length > struck
    if (!isStruck) this.#count(sending.by)
    const answer = await asking
    if (this.#lives.dies(lifecycle, `hears ${op}`)) return never()
    // In a small scope, two faults are equal when only what they change in the answer differs.
    if (isStruck && this.#isSmall) return answer
    this.#note(() => `${lifecycle.name} receives ${op}: HTTP ${answer.status} ${this.#short(answer.body)}`)
    return answer
  }

  /** I8: one request causes few requests to the gateway. */
  #count(by: Visit | undefined): void {
    if (!by) return
    const { now } = this.#fixture.time
    if (now - (by.sentAt ?? now) >= PAUSE) by.sent = 0
    by.sentAt = now
    const most = mostSent(Array.from(this.#fixture.bank.orders.rows()).length)
    if (++by.sent === most + 1)
      this.judge.breaks('I8', `one request (${by.op}) came to more than ${most} to the gateway`)
  }

  /** I8: after the end, no request from before it causes requests to the gateway. */
  #judgeAsking(op: string, by: Visit | undefined): void {
    if (!this.#isOver || (by && by.requestedAt >= this.#end)) return
    // The order may have been registered by the last request before the end.
    if (this.#fixture.time.now < this.#end + this.#plan.orderLifetime * 1000) return
    this.judge.breaks(
      'I8',
      `a proxy asks the gateway (${op}, for ${by?.op}) after ${endOf(this.#plan)} s, when all is over`,
    )
  }

  /** The time at which everything is over. */
  get #end(): number {
    return START + endOf(this.#plan) * 1000
  }

  async toShop(lifecycle: Process, request: Request): Promise<Response> {
    const requested = requestOf(request, webhookUrl)
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

  get overload(): Plan['overload'] {
    return this.#plan.overload
  }

  get isPatient(): boolean {
    return this.#plan.isPatient
  }

  keep(notice: OrderEvent): boolean {
    const { time } = this.#fixture
    const readOf: ReadEvent = (event) => {
      time.cause = { ...nobody, op: 'kept webhook', requestedAt: time.now }
      return this.#lives.any().read(event)
    }
    this.#merchant.keep(notice, this.#variant.hasSnapshots ? async () => notice : readOf)
    return true
  }

  get isFollowing(): boolean {
    return !this.#variant.followsNothing
  }

  /** Any running process runs it; when that one ends meanwhile, another does a minute later. */
  keepFollowUp(followUp: FollowUp, ms: number): void {
    const { time } = this.#fixture
    this.#followed.add(followUp.id)
    time.cause = undefined
    time.after(ms, () => {
      if (this.#isEnded || !this.#followed.has(followUp.id)) return
      let isRun = false
      const keep = (rest: number | undefined): void => {
        if (isRun) return
        isRun = true
        if (rest === undefined) this.#followed.delete(followUp.id)
        else this.keepFollowUp(followUp, rest)
      }
      const lifecycle = this.#lives.some()
      if (lifecycle) void lifecycle.follow(followUp).then(keep)
      time.after(TAKEN_UP, () => keep(0))
    })
  }

  removeFollowUp(id: string): void {
    this.#followed.delete(id)
  }

  logged(line: object): void {
    this.judge.read('the log', JSON.stringify(line))
  }

  /** Transports the requests of the gateway and the bank: callbacks, and the result of a challenge. */
  async fromBank(request: Request): Promise<Response> {
    const { url } = request
    if (url.startsWith(acsBase)) return responseOf(await this.#fixture.bank.acs.call(requestOf(request, acsBase)))
    const isCallback = url.startsWith(proxyUrl)
    const requested = requestOf(request, isCallback ? proxyUrl : gatewayBase)
    this.judge.read('a callback', requested.url + requested.body)
    const answer = inTime(
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
    const isCharged = this.judge.charges.length > 0
    const answer = await this.atProxy(requested)
    if (isCharged && answer.status === 200) this.#merchant.callbackIsTaken()
    return answer
  }

  changed({ event, after }: OrderTransition): void {
    if (event === 'taken') this.#sent.set(after.number, this.#workingOn!)
    else this.#note(() => `the gateway: ${this.#alias(after.number)} is ${event}`)
    if (event !== 'debited' && event !== 'held') return
    const { id: orderId, number, amount, currency } = after
    const at = this.#fixture.time.now
    const { sentAt, by } = this.#sent.get(number) ?? { sentAt: at, by: undefined }
    this.judge.charge({ orderId, number, amount, currency, at, sentAt, by })
    if (by?.from !== undefined) this.judge.compareTerms(after, wantedBy(by.from, this.#plan))
  }

  /** A process receives a request, from a tab or another party. */
  async atProxy(requested: Requested, from?: string): Promise<Answer> {
    const lifecycle = this.#lives.any()
    const what = operationIn(requested.url)
    this.#note(() => `${lifecycle.name} is asked ${what}`)
    const requestedAt = this.#fixture.time.now
    const visit: Visit = { op: what, from, requestId: requestIdIn(requested.body), requestedAt, sent: 0 }
    if (payments.has(what)) this.#payAsked += 1
    if (this.#lives.dies(lifecycle, `gets ${what}`)) throw new Gone()
    this.#fixture.time.cause = visit
    const work = (): Promise<Answer> => this.#lives.answer(lifecycle, requested)
    const answer = await (this.#variant.atProxy?.(requested, work, this.#merchant) ?? work())
    this.#note(() => `${lifecycle.name} answers ${what}: HTTP ${answer.status} ${this.#short(answer.body)}`)
    visit.sent = 0 // requests after the answer are counted from zero
    this.#heed(visit, answer)
    return answer
  }

  #heed(visit: Visit, { status, body }: Answer): void {
    if (status === 500) this.judge.breaks('I8', `the proxy answered 500 to ${visit.op}: ${body}`)
    if (!body.startsWith('{')) return
    this.judge.read('an answer of the proxy', body)
    if (status === 200) return this.#heedOutcome(visit, body)
    if (payments.has(visit.op) && wasUnsent(body)) this.judge.reportUnsent(whoAsks(visit), ({ by }) => by === visit)
  }

  #heedOutcome(visit: Visit, body: string): void {
    const message = JSON.parse(body) as { state?: string; current?: { orderId: string }; outcome?: Outcome } & Outcome
    const { state, orderId } = message.outcome ?? message
    if (!state) return
    const result = { state, orderId: message.current?.orderId ?? orderId }
    this.judge.report(
      message.current ? 'the merchant' : whoAsks(visit),
      result,
      this.#fixture.time.now,
      visit.requestedAt,
    )
    if (visit.op === 'withdraw' && withdrawn.has(state))
      this.judge.reportUnsent(whoAsks(visit), ({ by }) => by?.requestId === visit.requestId)
  }

  async #atGateway(requested: Requested, op: string, sending: Sending): Promise<Answer> {
    const { forms, json, pages } = this.#fixture.bank
    if (money.has(op)) {
      this.#workingOn = sending
      const again =
        this.#plan.gateway === 'hostile' &&
        chargeAgain(this.#fixture.bank, op, requested, sending, this.judge, this.#fixture.time.now)
      if (again) this.#note(() => `the gateway: ${op} is charged once more`)
      if (again) return again
    }
    const routes = requested.headers['content-type'] === 'application/json' ? json : op === 'keys.do' ? pages : forms
    return routes.call(requested)
  }

  #arrange(): void {
    const { time } = this.#fixture
    const { storeForgets, forgedAt, clockStep } = this.#plan
    if (forgedAt !== undefined) time.after(forgedAt * 1000, () => this.#forge())
    if (clockStep)
      time.after(clockStep.at * 1000, () => {
        this.#note(() => `  ! the clocks are set by ${clockStep.by} s`)
        this.#lives.step(clockStep.by)
      })
    if (storeForgets)
      time.after(storeForgets.at * 1000, () => {
        this.#note(() => `  ! the store forgets ${storeForgets.what}`)
        if (storeForgets.what === 'everything') this.#store.forget()
        else this.#store.forgetLast()
      })
  }

  #forge(): void {
    const requested = forgedCallback(this.#fixture.bank)
    if (requested) void this.atProxy(requested).catch(() => {}) // a forger ignores the answer
  }

  #judgeScreens(): void {
    this.#isOver = true
    this.#people.judge(!isUndecided(this.#fixture.bank))
  }

  #lookUp(): Promise<void> {
    return this.#merchant.readOrder(this.judge.charges.length > 0, !isUndecided(this.#fixture.bank), this.#isSure)
  }

  /** Whether the merchant is sure to be notified: by callbacks that are repeated, or by an order that is followed. */
  get #isSure(): boolean {
    return isFollowed(this.#plan) ? this.isKept || this.kills === 0 : this.isPatient
  }

  #note(line: () => string): void {
    if (this.#isTraced) this.trace.push(`${this.faults.seconds.toFixed(3).padStart(9)}  ${line()}`)
  }

  /** The order number differs from scenario to scenario; traces show the same one. */
  #alias(text: string): string {
    return text.replaceAll(this.#orderNumber, 'S')
  }

  #short(body: string): string {
    const message = /"(?:state|code|errorCode|orderStatus|error)":"?[\w ]+"?/g
    return this.#alias(body.match(message)?.slice(0, 4).join(' ') ?? '')
  }
}

/** The bank has not decided yet, so the gateway does not know either. */
const isUndecided = ({ orders }: Bank): boolean => Array.from(orders.rows()).some(({ state }) => state === 'pending')
