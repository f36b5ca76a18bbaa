import type { Notice } from '#proxy/notices/notice.ts'
import type { Judge } from './judge.ts'
import { apiKey } from './processes.ts'
import type { Answer, Asked } from './serve.ts'
import { exchange, forever, type WireParts } from './wire.ts'

/** What the merchant's server is told in the end, if money moved. */
const paidTypes: ReadonlySet<string> = new Set(['order.paid', 'order.held'])

/** Seconds between attempts to deliver a notice that is kept. */
const repeats = [0, 5, 10, 20, 40, 80, 160, 320]

/** Seconds between attempts to charge; the same number is never charged twice. */
const tries = [0, 40, 90]

/** The merchant's own server: hears webhooks, charges stored cards, and reads orders. */
export class MerchantsServer {
  #isTold = false
  #isKept = false
  readonly #wire: WireParts
  readonly #judge: Judge
  readonly #orderNumber: string
  readonly #atProxy: (asked: Asked) => Promise<Answer>

  constructor(wire: WireParts, judge: Judge, orderNumber: string, atProxy: (asked: Asked) => Promise<Answer>) {
    this.#wire = wire
    this.#judge = judge
    this.#orderNumber = orderNumber
    this.#atProxy = atProxy
  }

  /** Takes a webhook. */
  async hear(body: string): Promise<Answer> {
    this.#judge.read('a webhook', body)
    const { type, data } = JSON.parse(body) as { type: string; data: { current: { orderId: string; state: never } } }
    this.#wire.note(() => `the merchant hears ${type}`)
    this.#judge.tell('the merchant', data.current, this.#wire.time.now)
    if (paidTypes.has(type)) this.#isTold = true
    return { status: 204, body: '' }
  }

  /** What a proxy would say that believed a callback. */
  believe(callback: string): void {
    const orderId = new URLSearchParams(callback.split('?')[1]).get('mdOrder') ?? undefined
    this.#judge.tell('the merchant', { state: 'paid', orderId }, this.#wire.time.now)
  }

  /** Keeps a notice until it is taken. */
  keep(notice: Notice): void {
    if (paidTypes.has(notice.type)) this.#isKept = true
    const { id: _, ...said } = notice
    const deliver = (round: number): void => {
      const rest = repeats[Math.min(round, repeats.length - 1)]!
      this.#wire.time.after(rest * 1000, () => {
        const sent = {
          leg: 'webhook',
          op: 'kept webhook',
          sender: forever,
          work: () => this.hear(JSON.stringify(said)),
        } as const
        let isAnswered = false
        const again = (): void => {
          if (!isAnswered) deliver(round + 1)
          isAnswered = true
        }
        const taken = ({ status }: Answer): unknown => (status >= 300 ? again() : (isAnswered = true))
        exchange(this.#wire, sent).then(taken, again)
        this.#wire.time.after(60_000, again)
      })
    }
    deliver(0)
  }

  /** Charges a stored card, and asks again with the same number when no answer comes. */
  charge(terms: object): void {
    let isDone = false
    for (const rest of tries)
      this.#wire.time.after(rest * 1000, () => {
        if (isDone) return
        void this.#ask('POST', '/merchant/charges', terms).then(
          ({ status }) => (isDone ||= status === 200),
          () => {},
        )
      })
  }

  /** I5: a callback about what is charged is only taken once the merchant was told, or surely will be. */
  callbackIsTaken(): void {
    if (!this.#isTold && !this.#isKept) this.#judge.breaks('I5', 'a callback was taken, and the merchant was not told')
  }

  /** I5: reads the order in the end, as it may at any time; what was charged is there, and it was told of it. */
  async lookUp(isPaid: boolean, isDecided: boolean, isPatient: boolean): Promise<void> {
    const { body } = await this.#atProxy(this.#asked('GET', `/merchant/orders/${this.#orderNumber}`))
    const { state } = JSON.parse(body) as { state?: string }
    const says = state === 'paid' || state === 'held'
    if (says !== isPaid && isDecided)
      this.#judge.breaks('I5', `the merchant reads ${state ?? body}, and ${isPaid ? 'it was' : 'nothing was'} charged`)
    if (this.#isTold) return
    if (this.#isKept) this.#judge.breaks('I5', 'a kept notice was never delivered')
    else if (isPaid && isDecided && isPatient) this.#judge.breaks('I5', 'charged, and the merchant was never told')
  }

  #ask(method: string, url: string, fields: object): Promise<Answer> {
    const asked = this.#asked(method, url, JSON.stringify(fields))
    return exchange(this.#wire, { leg: 'browser', op: 'charges', sender: forever, work: () => this.#atProxy(asked) })
  }

  #asked(method: string, url: string, body?: string): Asked {
    const headers = {
      host: 'pay.shop.example',
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return { method, url, headers, body }
  }
}
