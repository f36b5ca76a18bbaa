import type { Order } from '#server-contract/merchant/merchant.ts'
import { isOrderEvent, type OrderEvent, type ReadEvent } from '#proxy/webhooks/event.ts'
import { MAX_LATENCY } from '../fault-plan.ts'
import { MERCHANT, type InvariantChecker } from '../rules/invariant-checker.ts'
import type { Plan } from '../plan.ts'
import { apiKey } from '../network/processes.ts'
import { AMOUNT } from './cart.ts'
import type { Answer, Requested } from '../network/serve.ts'
import { exchange, forever, type WireOptions } from '../network/wire.ts'

/** Webhooks of which the merchant must receive one in the end, if money moved. */
const paidTypes: ReadonlySet<string> = new Set(['order.paid', 'order.held', 'order.refunded', 'order.reversed'])

const paidStates: ReadonlySet<string | undefined> = new Set(['paid', 'held', 'refunded'])

/** Milliseconds for which two webhooks may be under way at once, after each was read. */
const MAX_OVERLAP = 2 * MAX_LATENCY

/** Seconds between attempts to change an order that is not in the right state yet, or whose answer was lost. */
const changes = [0, 30, 60, 120]

/** Seconds between attempts to deliver a stored webhook. */
const repeats = [0, 5, 10, 20, 40, 80, 160, 320]

/** Seconds between attempts to charge; the same order number is never charged twice. */
const tries = [0, 40, 90]

/** The merchant's own server: receives webhooks, charges stored cards, and reads orders. */
export class MerchantsServer {
  #isNotified = false
  #isKept = false
  /** The newest version of the order in a webhook, and when it arrived. */
  #newest = { version: 0, at: 0 }
  /** Webhooks that are, or were, stored. */
  readonly #known = new Set<string>()
  readonly #wire: WireOptions
  readonly #invariants: InvariantChecker
  readonly #orderNumber: string
  readonly #atProxy: (request: Requested) => Promise<Answer>

  constructor(
    wire: WireOptions,
    invariants: InvariantChecker,
    orderNumber: string,
    atProxy: (request: Requested) => Promise<Answer>,
  ) {
    this.#wire = wire
    this.#invariants = invariants
    this.#orderNumber = orderNumber
    this.#atProxy = atProxy
  }

  /** Receives a webhook. */
  async receive(body: string): Promise<Answer> {
    this.#invariants.read('a webhook', body)
    const { type, data } = JSON.parse(body) as { type: string; data: Order }
    this.#wire.note(() => `the merchant receives ${type}`)
    if (!type.startsWith('order.')) return { status: 204, body: '' }
    this.#invariants.report(MERCHANT, data.current, this.#wire.time.now)
    this.#compare(type, data.version)
    if (paidTypes.has(type)) this.#isNotified = true
    return { status: 204, body: '' }
  }

  /** I5: no webhook has an older state once the merchant has received a newer one. */
  #compare(type: string, version: number): void {
    const { now } = this.#wire.time
    const newest = this.#newest
    if (version > newest.version) this.#newest = { version, at: now }
    else if (version < newest.version && now > newest.at + MAX_OVERLAP)
      this.#invariants.breaks('I5', `a webhook ${type} came of a state that was long over`)
  }

  /** The report of a proxy that trusts a callback. */
  believe(callback: string): void {
    const orderId = new URLSearchParams(callback.split('?')[1]).get('mdOrder') ?? undefined
    this.#invariants.report(MERCHANT, { state: 'paid', orderId }, this.#wire.time.now)
  }

  /** Delivers a webhook until it is accepted; a process reads the order's state first, as a queue worker does. */
  keep(kept: OrderEvent, read: ReadEvent): void {
    const { id, type } = kept
    if (paidTypes.has(type)) this.#isKept = true
    if (this.#known.has(id)) return
    this.#known.add(id)
    const deliver = (round: number): void => {
      const rest = repeats[Math.min(round, repeats.length - 1)]!
      this.#wire.time.after(rest * 1000, () => {
        let isAnswered = false
        const again = (): void => {
          if (!isAnswered) deliver(round + 1)
          isAnswered = true
        }
        const taken = ({ status }: Answer): unknown => (status >= 300 ? again() : (isAnswered = true))
        this.#send(kept, read).then(taken, again)
        this.#wire.time.after(60_000, again)
      })
    }
    deliver(0)
  }

  async #send(kept: OrderEvent, read: ReadEvent): Promise<Answer> {
    const event = await read(kept)
    if (event?.id !== kept.id) {
      if (event && isOrderEvent(event)) this.keep(event, read)
      return { status: 204, body: '' }
    }
    const { id: _, ...message } = event
    const work = (): Promise<Answer> => this.receive(JSON.stringify(message))
    return exchange(this.#wire, { leg: 'webhook', op: 'kept webhook', sender: forever, work })
  }

  /** Refunds the order once it is paid. */
  refund({ at, amount }: NonNullable<Plan['refund']>): void {
    this.#change('refund', at, { refundId: 'r-1', ...(amount !== undefined && { amount }) })
  }

  /** Captures the order once it is held; the whole, or a part. */
  capture({ at, isTwice, amount }: NonNullable<Plan['capture']>): void {
    const wanted = amount ?? AMOUNT
    this.#invariants.changes.ask(wanted)
    const answered = ({ current }: Order): void => this.#invariants.changes.reportCapture(current, wanted)
    for (let workers = isTwice ? 2 : 1; workers > 0; workers--)
      this.#change('capture', at, amount === undefined ? {} : { amount }, answered)
  }

  /** Cancels the order, whatever it is in; a paid one is not cancelled. */
  cancel({ at, isTwice }: NonNullable<Plan['cancel']>): void {
    for (let workers = isTwice ? 2 : 1; workers > 0; workers--) this.#change('cancel', at, {})
  }

  #change(name: string, at: number, fields: object, made?: (order: Order) => void): void {
    const path = `/merchant/orders/${this.#orderNumber}/${name}`
    this.#untilDone(path, fields, changes, at, made)
  }

  /** Charges a stored card, and repeats the request with the same order number when no answer comes. */
  charge(path: string, terms: object): void {
    this.#untilDone(path, terms, tries)
  }

  /** Sends a request after each of so many seconds, until it is answered with success. */
  #untilDone(path: string, fields: object, rests: readonly number[], at = 0, made?: (order: Order) => void): void {
    let isDone = false
    const taken = (answer: Answer): void => {
      const order = orderIn(answer)
      if (!order || order.state === 'pending') return
      isDone = true
      made?.(order)
    }
    for (const rest of rests)
      this.#wire.time.after((at + rest) * 1000, () => {
        if (!isDone) void this.#ask('POST', path, fields).then(taken, () => {})
      })
  }

  /** I5: a callback about a charge is accepted only once the merchant has received the webhook, or is sure to. */
  callbackIsTaken(): void {
    if (!this.#isNotified && !this.#isKept)
      this.#invariants.breaks('I5', 'a callback was taken, and the merchant was not notified')
  }

  /** I5: reads the order at the end; a charged order is read as paid, and the merchant has received its webhook. */
  async readOrder(isPaid: boolean, isDecided: boolean, isSure: boolean): Promise<void> {
    const { body } = await this.#atProxy(this.#asked('GET', `/merchant/orders/${this.#orderNumber}`))
    const { state } = JSON.parse(body) as { state?: string }
    const expected = paidStates.has(state)
    if (expected !== isPaid && isDecided)
      this.#invariants.breaks(
        'I5',
        `the merchant reads ${state ?? body}, and ${isPaid ? 'it was' : 'nothing was'} charged`,
      )
    if (this.#isNotified) return
    if (this.#isKept) this.#invariants.breaks('I5', 'a kept event was never delivered')
    else if (isPaid && isDecided && isSure)
      this.#invariants.breaks('I5', 'charged, and the merchant was never notified')
  }

  #ask(method: string, url: string, fields: object): Promise<Answer> {
    const request = this.#asked(method, url, JSON.stringify(fields))
    return exchange(this.#wire, { leg: 'browser', op: 'charges', sender: forever, work: () => this.#atProxy(request) })
  }

  #asked(method: string, url: string, body?: string): Requested {
    const headers = {
      host: 'pay.shop.example',
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return { method, url, headers, body }
  }
}

/** The order of an answer; `undefined` where it is a refusal, or not the proxy's. */
function orderIn({ status, body }: Answer): Order | undefined {
  if (status !== 200 || !body.startsWith('{') || !body.endsWith('}')) return undefined
  try {
    return JSON.parse(body) as Order
  } catch {
    return undefined // cut off at a brace
  }
}
