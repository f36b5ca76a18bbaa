import type { Browser, Checkout, Outcome } from '#contract/checkout.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { CheckoutClient } from './api.ts'
import type { Card } from './form.ts'
import { seal } from './seal.ts'
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

type Sealed = Parameters<CheckoutClient['pay']>[0]

/** One try to pay an order: prepares it, seals the card for it, pays, and finds out what became of a lost answer. */
export class Attempt {
  readonly #parts: AttemptParts
  #prepared: Promise<Outcome> | undefined
  #restUntil = 0
  #sealed: Sealed | undefined
  #continuation: string | undefined

  constructor(parts: AttemptParts) {
    this.#parts = parts
  }

  /** Begins to register the order, so that the click on the button costs no extra trip. A failure waits for {@link pay}. */
  prepareEarly(): void {
    if (this.#parts.clock.now() >= this.#restUntil) this.#prepare().catch(() => {})
  }

  /** Pays with a card; a pay request is never sent twice. */
  async pay(card: Card): Promise<Outcome> {
    const prepared = await this.#prepare()
    if (prepared.state !== 'open') return prepared
    this.#sealed = await this.#seal(card, orderIdOf(prepared))
    return this.#send(() => this.#parts.api.pay(this.#sealed!))
  }

  /** Goes on after the 3-D Secure method, with the card sealed before. */
  async authenticate(): Promise<Outcome> {
    const [sealed, continuation] = [this.#sealed, this.#continuation]
    if (!sealed || continuation === undefined) return this.refresh()
    this.#continuation = undefined
    return this.#send(() => this.#parts.api.authenticate({ ...sealed, continuation }))
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
    this.#prepared = this.#sealed = this.#continuation = undefined
  }

  #prepare(): Promise<Outcome> {
    this.#prepared ??= this.#parts.api.prepare({}).catch((error: unknown) => {
      this.#prepared = undefined
      this.#restUntil = this.#parts.clock.now() + REST
      throw error
    })
    return this.#prepared
  }

  async #seal(card: Card, orderId: string): Promise<Sealed> {
    const { clock, random, browser, checkout } = this.#parts
    const seen = browser()
    const stamp = { now: clock.now(), offset: Number(seen.timeZoneOffset), uuid: random.uuid() }
    const seToken = await seal({ ...card, orderId }, stamp, checkout.sealingKey)
    return { orderId, seToken, cardholder: card.holder, browser: seen }
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
