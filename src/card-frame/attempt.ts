import type { WalletPayment } from '#bridge/protocol.ts'
import type { Browser, Checkout, Outcome } from '#contract/checkout.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { CheckoutClient } from './api.ts'
import type { Payment } from './payment.ts'
import { seal, type Sealable } from './seal.ts'
import { FrameTrouble, isDefinite, wasUnsent } from './trouble.ts'

/** What an attempt to pay is made of. */
export interface AttemptParts {
  readonly api: CheckoutClient
  readonly checkout: Checkout
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly browser: () => Browser
}

/** Seconds between reads after an answer was lost; together about a minute. */
const pauses = [1, 2, 3, 5, 5, 5, 5, 5, 5, 8, 8, 8]

/** On a line that answers nothing each read is slow too, so the whole search ends with this. */
const SEARCH = 90_000

/** How long a failed preparation rests before typing may start another. */
const REST = 5000

/** One try to pay an order: prepares it, seals the card for it, pays, and finds out what became of a lost answer. */
export class Attempt {
  readonly #parts: AttemptParts
  #prepared: Promise<Outcome> | undefined
  #restUntil = 0
  /** What goes on after the 3-D Secure method, with what paid before. */
  #goOn: ((continuation: string) => Promise<Outcome>) | undefined
  #continuation: string | undefined

  constructor(parts: AttemptParts) {
    this.#parts = parts
  }

  /** Begins to register the order, so that the click on the button costs no extra trip. A failure waits for {@link pay}. */
  prepareEarly(): void {
    const { clock, checkout } = this.#parts
    if (checkout.channel !== 'web' || clock.now() < this.#restUntil) return
    this.#prepare().catch(() => {}) // the press on the button prepares anew, and tells
  }

  /** Pays with a card; a pay request is never sent twice. */
  async pay(payment: Payment): Promise<Outcome> {
    if (this.#parts.checkout.channel === 'moto') return this.#payMoto(payment)
    const prepared = await this.#prepare()
    if (prepared.state !== 'open') return prepared
    const { api, browser } = this.#parts
    const orderId = orderIdOf(prepared)
    const request = {
      orderId,
      ...payment.open,
      ...(await this.#seal({ ...payment.sealed, orderId })),
      browser: browser(),
    }
    this.#goOn = (continuation) => api.authenticate({ ...request, continuation })
    return this.#send(() => api.pay(request))
  }

  /** Pays with what a wallet gave, under the same laws; the proxy registers the order for it. */
  async payByWallet(wallet: WalletPayment): Promise<Outcome> {
    const { api, browser } = this.#parts
    const request = { ...wallet, browser: browser() }
    this.#goOn = (continuation) => api.authenticateWallet({ ...request, continuation })
    return this.#send(() => api.payByWallet(request))
  }

  /** Goes on after the 3-D Secure method, with what paid before. */
  async authenticate(): Promise<Outcome> {
    const [goOn, continuation] = [this.#goOn, this.#continuation]
    if (!goOn || continuation === undefined) return this.refresh()
    this.#continuation = undefined
    return this.#send(() => goOn(continuation))
  }

  async refresh(): Promise<Outcome> {
    return this.#keep(await this.#parts.api.outcome({}))
  }

  async cancel(): Promise<Outcome> {
    const outcome = await this.#parts.api.cancel({})
    this.forget()
    return outcome
  }

  /** Drops what was sealed, and prepares anew when it is next needed. */
  forget(): void {
    this.#prepared = this.#goOn = this.#continuation = undefined
  }

  #prepare(): Promise<Outcome> {
    this.#prepared ??= this.#parts.api.prepare({}).catch((error: unknown) => {
      this.#prepared = undefined
      this.#restUntil = this.#parts.clock.now() + REST
      throw error
    })
    return this.#prepared
  }

  /** The payment itself registers a mail or telephone order, so that there is no order yet to seal the card for. */
  async #payMoto({ sealed, open }: Payment): Promise<Outcome> {
    const request = { ...open, ...(await this.#seal(sealed)) }
    return this.#send(() => this.#parts.api.payMoto(request))
  }

  async #seal(what: Sealable): Promise<{ seToken: string }> {
    const { clock, random, browser, checkout } = this.#parts
    const stamp = { now: clock.now(), offset: Number(browser().timeZoneOffset), uuid: random.uuid() }
    return { seToken: await seal(what, stamp, checkout.sealingKey) }
  }

  async #send(ask: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return this.#keep(await ask())
    } catch (error) {
      if (isDefinite(error)) throw error
      return this.#keep(await this.#findOut(error))
    }
  }

  /** The answer was lost: asks where the order stands, until that is known or a minute is over. */
  async #findOut(lost: unknown): Promise<Outcome> {
    const { api, clock, checkout } = this.#parts
    const end = clock.now() + SEARCH
    for (const pause of pauses) {
      if (clock.now() > end) break
      await clock.sleep(pause * 1000)
      const outcome = await api.outcome({}).catch(() => undefined)
      if (outcome && outcome.state !== 'open') return outcome
      // The proxy said that it sent nothing, and the order agrees.
      if (outcome && wasUnsent(lost)) throw lost
    }
    const { orderNumber, amount, currency } = checkout
    return { state: 'pending', orderNumber, amount, currency }
  }

  #keep(outcome: Outcome): Outcome {
    if (outcome.state === 'authenticate' && outcome.step.kind === 'method')
      this.#continuation = outcome.step.continuation
    return outcome
  }
}

function orderIdOf({ orderId }: Outcome): string {
  if (orderId) return orderId
  throw new FrameTrouble({
    code: 'frame_failed',
    message: 'The prepared order has no orderId.',
  })
}
