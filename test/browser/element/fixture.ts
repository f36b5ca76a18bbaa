import { expect } from 'vitest'
import { server } from 'vitest/browser'
import type { FrameConnection } from '#bridge/handshake.ts'
import type { CardFrame, CardHost, ChallengeFrame, Opened, Opening, WalletPayment } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { CodeOffers, WalletOffers } from '#contract/methods/offers.ts'
import { TenderCheckout } from '#element/element.ts'
import type { State } from '#element/state/checkout-state.ts'
import type { BrowserServices } from '#element/element-context.ts'
import { locales } from '#texts/locales.ts'
import { fakeClock, settle } from '../../support/clock.ts'
import { outcomes, ticket } from '../../unit/element/outcomes.ts'

/** A promise that its caller settles. */
function held<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

interface ConnectedFrame {
  readonly frame: HTMLIFrameElement
  readonly origin: string
  isDisconnected: boolean
  /**
   * Resolves once the frame has a document, with which Chromium gives the focus again to a frame that has it. No frame of
   * the fixture can be loaded, and Firefox has no `load` event for its error.
   */
  readonly loaded: Promise<unknown>
}

/** The element's fake context: scripted frames, a clock that the test moves, and a record of all requests. */
export class Fixture {
  readonly clock = fakeClock(0)
  readonly request: string[] = []
  readonly openings: Opening[] = []
  readonly restyled: Omit<Opening, 'ticket'>[] = []
  readonly left: string[] = []
  readonly complaints: string[] = []
  /** The notes that the frame had to show over its button. */
  readonly notes: string[] = []
  /** The page's own texts that the frame got. */
  readonly overrides: Readonly<Record<string, unknown>>[] = []
  /** The sentences about texts that the frame refuses. */
  onOverride: readonly string[] = []
  /** The payer's data of each wallet payment. */
  readonly payers: WalletPayment['payer'][] = []
  fractionDigits = 2
  readonly frames: ConnectedFrame[] = []
  /** What the element exposes to the card frame that it called last. */
  host!: CardHost
  /** Whether a frame answers the handshake, or does `late`, once {@link hello} is settled. */
  answers: boolean | 'late' = true
  readonly hello = held<void>()
  /** The outcome that the frame reports on opening; `undefined` for no report. */
  onOpen: Outcome | undefined = outcomes.open
  /** The wallets that the proxy offers on opening. */
  wallets: WalletOffers = {}
  codes: CodeOffers = {}
  onWallet: (payment: WalletPayment) => Promise<Outcome> = async () => outcomes.paid
  onSession: () => Promise<Record<string, unknown>> = async () => ({ session: 'of-apple' })
  onRefresh: Outcome | Error = outcomes.pending
  onAuthenticate: Outcome | Error = outcomes.paid
  onCode: Outcome | Error = outcomes.code
  onCancel: Outcome | Error = outcomes.cancelled
  submission = held<Outcome | undefined>()
  method = held<boolean>()
  challenge = held<void>()
  /** What the browser says of its own connection, and when it is back. */
  isOffline = false
  readonly back = held<void>()
  readonly #greeted = new WeakSet<HTMLIFrameElement>()

  readonly card: CardFrame = {
    open: async (opening) => {
      this.request.push('open')
      this.openings.push(opening)
      if (this.onOpen) await this.host.opened(this.opened(this.onOpen))
    },
    renew: (renewed) => this.#note(`renew ${renewed}`),
    restyle: async (theme) => {
      this.request.push('restyle')
      this.restyled.push(theme)
    },
    submit: () => {
      this.request.push('submit')
      return this.submission.promise
    },
    focus: () => this.#note('focus'),
    reset: () => this.#note('reset'),
    authenticate: () => this.#answer('authenticate', this.onAuthenticate),
    refresh: () => this.#answer('refresh', this.onRefresh),
    cancel: () => this.#answer('cancel', this.onCancel),
    again: () => this.#note('again'),
    note: async (key) => {
      this.notes.push(key)
    },
    override: async (texts) => {
      this.overrides.push(texts)
      return this.onOverride
    },
    payByWallet: (payment) => {
      this.request.push(`payByWallet ${payment.wallet} ${payment.paymentToken}`)
      this.payers.push(payment.payer)
      return this.onWallet(payment)
    },
    payByCode: (method) => this.#answer(`payByCode ${method}`, this.onCode),
    walletSession: (validationURL) => {
      this.request.push(`walletSession ${validationURL}`)
      return this.onSession()
    },
  }

  readonly bank: ChallengeFrame = {
    runMethod: (step) => {
      this.request.push(`runMethod ${step.nonce}`)
      return this.method.promise
    },
    showChallenge: (step) => {
      this.request.push(`showChallenge ${step.nonce}`)
      return this.challenge.promise
    },
    whenFree: () => new Promise(() => {}),
  }

  readonly context: BrowserServices = {
    clock: this.clock,
    network: { isDown: () => this.isOffline, isBack: () => this.back.promise },
    random: { uuid: () => 'a-nonce-of-the-fixture' },
    leave: (address) => void this.left.push(address),
    complain: (line) => void this.complaints.push(line),
    callFrame: ((frame: HTMLIFrameElement, origin: string, side: { offers: object }): FrameConnection<object> => {
      const loaded = new Promise<unknown>((resolve) => {
        frame.addEventListener('load', resolve, { once: true })
        if (server.browser === 'firefox') resolve(undefined)
      })
      const call = { frame, origin, isDisconnected: false, loaded }
      this.frames.push(call)
      const isCard = new URL(frame.src).pathname === '/card'
      if (isCard) this.host = side.offers as CardHost
      const known = this.#greeted.has(frame)
      this.#greeted.add(frame)
      // A document answers one handshake; a later connection waits for the next document, which may never load.
      const answer = isCard ? this.card : this.bank
      const hello = this.answers === 'late' ? this.hello.promise : Promise.resolve()
      const remote = this.answers && !known ? hello.then(() => answer) : new Promise(() => {})
      return { remote: remote as FrameConnection<object>['remote'], disconnect: () => (call.isDisconnected = true) }
    }) as BrowserServices['callFrame'],
  }

  opened(outcome: Outcome): Opened {
    const { amount } = outcome
    const { wallets, codes, fractionDigits } = this
    return { outcome, wallets, codes, card: true, amount, currencyCode: 'RUB', fractionDigits }
  }

  async #note(name: string): Promise<void> {
    this.request.push(name)
  }

  async #answer(name: string, answer: Outcome | Error): Promise<Outcome> {
    this.request.push(name)
    if (answer instanceof Error) throw answer
    return answer
  }
}

let fixture: Fixture

class CheckoutFixture extends TenderCheckout {
  protected override context(): BrowserServices {
    return fixture.context
  }
}
customElements.define('fixture-checkout', CheckoutFixture)

/** Defines the tag itself, before a module is imported that would define the product's element. */
export const defineTag = (): void => customElements.define('tender-checkout', class extends CheckoutFixture {})

/** What the next checkout of a page gets, that is made of markup or by a framework. */
export function prepared(prepare: (fixture: Fixture) => void = () => {}): Fixture {
  fixture = new Fixture()
  prepare(fixture)
  return fixture
}

/** The proxy's origin in these tests; nothing listens there, and no test waits for a frame to load. */
export const proxy = 'http://127.0.0.1:1'

/** Puts a checkout on the page, with a fixture of its own. */
export function mount(attributes: Record<string, string> = {}, prepare: (fixture: Fixture) => void = () => {}) {
  prepared(prepare)
  const element = document.createElement('fixture-checkout') as CheckoutFixture
  for (const [name, value] of Object.entries({ order: ticket, src: proxy, locale: 'en', ...attributes }))
    element.setAttribute(name, value)
  document.body.append(element)
  return { element, fixture, shadow: element.shadowRoot! }
}

/** Mounts a checkout and waits until it is idle. */
export async function mounted(attributes?: Record<string, string>, prepare?: (fixture: Fixture) => void) {
  const opened = mount(attributes, prepare)
  await ripe(opened.element)
  return opened
}

/** Waits until the code and the texts that are loaded later are there, and nothing is pending. */
export async function ripe(element: TenderCheckout): Promise<void> {
  await Promise.all([
    import('#element/three-ds/three-ds.ts'),
    import('#element/i18n/currencies.ts'),
    import('#element/i18n/own-texts.ts'),
    import('#element/trace/report.ts'),
    import('#element/methods/express.ts'),
    import('#element/methods/apple-pay/apple-pay.ts'),
    import('#element/methods/google-pay/google-pay.ts'),
    import('#element/methods/sandbox-wallet.ts'),
    import('#element/methods/code/code.ts'),
  ])
  await Promise.all([...locales.values()].map(({ load }) => load()))
  for (let turn = 0; turn < 3; turn++) {
    await settle()
    await element.updateComplete
  }
}

/** Requests permission to pay, as the card frame does when the shopper presses the pay button. */
export async function pay(fixture: Fixture, element: TenderCheckout): Promise<boolean> {
  const granted = await fixture.host.mayPay()
  await ripe(element)
  return granted
}

/** Milliseconds from a payment to its result, in which the button that was pressed has a tick. */
const TICK = 360

/** Lets the tick be drawn that comes before the result. */
export async function ticked(made: Fixture, element: TenderCheckout): Promise<void> {
  await made.clock.pass(TICK)
  await ripe(element)
}

const opensAt: Partial<Record<State, Fixture['onOpen']>> = {
  loading: undefined,
  paid: outcomes.paid,
  held: outcomes.held,
  verified: outcomes.verified,
  refunded: outcomes.refunded,
  declined: outcomes.declined,
  cancelled: outcomes.cancelled,
  expired: outcomes.expired,
  pending: outcomes.pending,
}

/** Brings a checkout into a state. */
export async function at(state: State, attributes: Record<string, string> = {}) {
  const opened = await mounted(attributes, (made) => {
    if (state in opensAt) made.onOpen = opensAt[state]
    if (state === 'failed') made.answers = false
  })
  if (state === 'failed') await opened.fixture.clock.pass(8_000)
  if (state === 'submitting' || state === 'authenticating') await pay(opened.fixture, opened.element)
  if (state === 'authenticating') await opened.fixture.host.concluded(outcomes.challenge)
  await ripe(opened.element)
  for (const animation of opened.shadow.getAnimations())
    if (animation.effect!.getTiming().iterations === 1) animation.finish()
  expect(opened.element.state).toBe(state)
  return opened
}
