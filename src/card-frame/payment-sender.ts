import type { WalletPayment } from '#bridge/protocol.ts'
import type { Browser } from '#contract/checkout-requests.ts'
import type { Checkout, Outcome } from '#contract/checkout.ts'
import type { OffPageMethodName } from '#contract/methods/methods.ts'
import type { Clock, Network, Random } from '#contract/ports.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import type { CheckoutClient } from './proxy-client/api.ts'
import type { CheckedPayment } from './form/payment.ts'
import { channelForm } from './methods/channels.ts'
import type { Seal, Sealable } from './proxy-client/seal.ts'
import {
  failed,
  FrameError,
  isDefinite,
  isLost,
  isUnanswered,
  offline,
  unsent,
  wasUnsent,
} from './proxy-client/errors.ts'

export interface PaymentSenderContext {
  readonly api: CheckoutClient
  readonly checkout: Checkout
  readonly clock: Clock
  readonly network: Network
  readonly random: Pick<Random, 'uuid'>
  readonly browser: () => Browser
  readonly seal: Seal
  /** Called when it is unknown whether a payment was made, and nothing can be reached to ask. */
  readonly lost: () => unknown
}

/** Seconds before each withdrawal of a request whose response was lost; together about a minute. */
const pauses = [1, 2, 3, 5, 5, 5, 5, 5, 5, 8, 8, 8]

/** Milliseconds after which the withdrawals end, since each of them is slow too when nothing responds. */
const SEARCH = 90_000

type AtOnce = NonNullable<ReturnType<typeof channelForm>['paysBy']>
type SendPayment = (requestId: string) => Promise<Outcome>

/** Milliseconds after a failed preparation before typing may start another. */
const REST = 5000

/** Sends an order's payments: prepares the order, seals the card for it, pays, and finds out what a lost response was. */
export class PaymentSender {
  readonly #context: PaymentSenderContext
  /** The proxy's time, Unix milliseconds; the shopper's where the proxy has named none. */
  readonly #now: () => number
  #prepared: Promise<Outcome> | undefined
  /** Whether a preparation has failed just now. */
  #isResting = () => false
  /** Continues after the 3-D Secure method, with the same card or wallet. */
  #goOn: ((continuation: string) => SendPayment) | undefined
  #continuation: string | undefined
  /** Replaced by {@link forget}, after which nothing may be sent that was still being prepared. */
  #run = {}
  /** The request whose result is unknown: until it is withdrawn, an outcome that was read may soon be out of date. */
  #sent: string | undefined

  constructor(context: PaymentSenderContext) {
    this.#context = context
    const { checkout, clock } = context
    const [opened, since] = [checkout.now ?? clock.now(), stopwatch(clock)]
    this.#now = () => opened + since()
  }

  /**
   * Starts to register the order, so that the click on the button costs no extra round trip. {@link pay} reports a
   * failure.
   */
  async prepareEarly(): Promise<Outcome | undefined> {
    if (channelForm(this.#context.checkout).paysBy || this.#isResting()) return undefined
    return this.#prepare().catch(() => undefined) // pay() prepares again, and reports the error
  }

  /** Pays with a card; a pay request is never sent twice. */
  async pay(payment: CheckedPayment): Promise<Outcome> {
    const { paysBy } = channelForm(this.#context.checkout)
    if (paysBy) return this.#payAtOnce(paysBy, payment)
    const run = this.#run
    const prepared = await this.#reach(() => this.#prepare())
    if (prepared.state !== 'open') return prepared
    const { api, browser } = this.#context
    const orderId = orderIdOf(prepared)
    const request = {
      orderId,
      ...payment.open,
      ...(await this.#seal({ ...payment.sealed, orderId })),
      browser: browser(),
    }
    this.#goOn = (continuation) => (requestId) => api.authenticate({ ...request, requestId, continuation })
    return this.#send((requestId) => api.pay({ ...request, requestId }), run)
  }

  /** Pays with a wallet's token, under the same rules; the proxy registers the order for it. */
  async payByWallet(wallet: WalletPayment): Promise<Outcome> {
    const run = this.#run
    await this.#reach(async () => {})
    const { api, browser } = this.#context
    const request = { ...wallet, browser: browser() }
    this.#goOn = (continuation) => (requestId) => api.authenticateWallet({ ...request, requestId, continuation })
    return this.#send((requestId) => api.payByWallet({ ...request, requestId }), run)
  }

  /** Gets a code by which an app of the payer's bank pays; where the answer is lost, the outcome has the code. */
  async payByCode(method: OffPageMethodName): Promise<Outcome> {
    await this.#reach(async () => {})
    try {
      return await this.#context.api.payByCode({ method })
    } catch (error) {
      if (isDefinite(error) || wasUnsent(error)) throw error
      const outcome = await this.refresh()
      if (outcome.state === 'open') throw new FrameError(unsent)
      return outcome
    }
  }

  /** Continues the payment after the 3-D Secure method, with the same card or wallet. */
  async authenticate(): Promise<Outcome> {
    const [goOn, continuation] = [this.#goOn, this.#continuation]
    if (!goOn || continuation === undefined) return this.refresh()
    this.#continuation = undefined
    return this.#send(goOn(continuation))
  }

  /** Reads the order's outcome; a request whose result is unknown is withdrawn first. */
  async refresh(): Promise<Outcome> {
    const { api } = this.#context
    return this.#keep(await (this.#sent ? api.withdraw({ requestId: this.#sent }) : api.outcome({})))
  }

  async cancel(): Promise<Outcome> {
    const outcome = await this.#context.api.cancel({})
    this.forget()
    return outcome
  }

  /** Drops the state of the payment, so that the next one prepares again. */
  forget(): void {
    this.#prepared = this.#goOn = this.#continuation = this.#sent = undefined
    this.#run = {}
  }

  /**
   * Called when the page is left: withdraws a request under way, so that it is not paid later without the shopper's
   * knowledge.
   */
  leave(): void {
    if (this.#sent) this.refresh().catch(() => {}) // no one receives the result
    this.forget()
  }

  /**
   * Does what charges nothing before a payment is sent. Without a connection it fails with `frame_offline`, and without
   * an answer with `frame_unsent`. `navigator.onLine` may be wrong, so a request confirms it first.
   */
  async #reach<T>(act: () => Promise<T>): Promise<T> {
    const { api, network } = this.#context
    try {
      if (network.isDown()) await api.outcome({})
      return await act()
    } catch (error) {
      if (isUnanswered(error)) throw new FrameError(isLost(error) ? offline : unsent)
      throw error
    }
  }

  #prepare(): Promise<Outcome> {
    this.#prepared ??= this.#context.api.prepare({}).catch((error: unknown) => {
      this.#prepared = undefined
      const since = stopwatch(this.#context.clock)
      this.#isResting = () => since() < REST
      throw error
    })
    return this.#prepared
  }

  /** The payment itself registers the order, so there is no order id yet to seal the card with. */
  async #payAtOnce(paysBy: AtOnce, { sealed, open }: CheckedPayment): Promise<Outcome> {
    const run = this.#run
    await this.#reach(async () => {})
    const request = { ...open, ...(await this.#seal(sealed)) }
    return this.#send((requestId) => this.#context.api[paysBy]({ ...request, requestId }), run)
  }

  async #seal(what: Sealable): Promise<{ seToken: string }> {
    const { random, browser, checkout, seal } = this.#context
    const stamp = { now: this.#now(), offset: Number(browser().timeZoneOffset), uuid: random.uuid() }
    return { seToken: await seal(what, stamp, checkout.sealingKey) }
  }

  /** Sends a request for payment, unless {@link forget} was called while it was being prepared. */
  async #send(ask: SendPayment, run = this.#run): Promise<Outcome> {
    if (run !== this.#run) throw new FrameError(unsent)
    const requestId = (this.#sent = this.#context.random.uuid())
    try {
      return this.#keep(await ask(requestId))
    } catch (error) {
      if (isDefinite(error)) throw error
      return this.#findOut(error)
    }
  }

  /** Withdraws the request whose response was lost; after that, the order's outcome is final. */
  async #findOut(failure: unknown): Promise<Outcome> {
    const { clock, network, checkout, lost } = this.#context
    const since = stopwatch(clock)
    let used = 0
    while (used < pauses.length && since() <= SEARCH) {
      const isOver = clock.sleep(pauses[used]! * 1000).then(() => true)
      // A connection that comes back ends a pause early, which does not count: it may come back often.
      if (await Promise.race([isOver, network.isBack()])) used += 1
      const outcome = await this.refresh().catch((error: unknown) => void (isLost(error) && lost()))
      if (outcome?.state === 'open') throw wasUnsent(failure) ? failure : new FrameError(unsent)
      if (outcome) return outcome
    }
    const { orderNumber, amount, currency } = checkout
    return { state: 'pending', orderNumber, amount, currency }
  }

  #keep(outcome: Outcome): Outcome {
    if (outcome.state !== 'pending') this.#sent = undefined
    if (outcome.state === 'authenticate' && outcome.step.kind === 'method')
      this.#continuation = outcome.step.continuation
    return outcome
  }
}

function orderIdOf({ orderId }: Outcome): string {
  if (orderId) return orderId
  throw new FrameError(failed)
}
