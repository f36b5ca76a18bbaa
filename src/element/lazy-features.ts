import type { LitElement } from 'lit'
import type { Opened, CheckoutError } from '#bridge/protocol.ts'
import { retryImport } from '#browser/retry-import.ts'
import { isOffPage } from '#contract/methods/methods.ts'
import { codeStepOf } from '#contract/outcome.ts'
import type { ThreeDs } from './three-ds/three-ds.ts'
import type { Followed, How, Unsettled } from './state/payment-host.ts'
import type { ElementContext } from './element-context.ts'
import type { Payment } from './state/payment.ts'
import type { HelpHost } from './sandbox-help/help.ts'
import { closeReserved } from './frames/reserved-space.ts'
import { checkoutErrorOf } from './state/errors.ts'
import { opensAlone } from '#browser/page-alone.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import type { CodePayment } from './methods/code/code.ts'
import type { Express } from './methods/express.ts'

export interface LazyFeaturesHost {
  readonly host: Pick<LitElement, 'updateComplete' | 'requestUpdate'> &
    HelpHost & { readonly presentation: string; readonly order: string }
  readonly context: ElementContext
  readonly origin: () => string
  readonly payment: () => Payment
  /** Moves the focus to the screen that is shown next, if the shopper is in the checkout. */
  readonly focusScreen: () => void
}

/** How long the form waits for the wallets, in milliseconds; the place of those that load later stays. */
const WALLET_LIMIT = 2_000

/** The features in chunks of their own, loaded when needed: 3-D Secure, the wallets, and payments by a code. */
export class LazyFeatures {
  readonly #host: LazyFeaturesHost
  #threeDs: ThreeDs | undefined
  #threeDsCode: Promise<{ readonly ThreeDs: typeof ThreeDs }> | undefined
  #code: CodePayment | undefined
  #codeCode: Promise<{ readonly CodePayment: typeof CodePayment }> | undefined
  #express: Express | undefined
  #opened: Opened | undefined
  /** The wallets of that order, while they are loaded. */
  #offering: Promise<void> | undefined
  #last: Opened | undefined

  constructor(host: LazyFeaturesHost) {
    this.#host = host
  }

  get bank(): ThreeDs | undefined {
    return this.#threeDs
  }
  get code(): CodePayment | undefined {
    return this.#code
  }
  get express(): Express | undefined {
    return this.#express
  }

  /**
   * Called when the frame has opened an order: discards the wallets of the previous one. Resolves when the wallets of
   * this one are known, so that none moves the form once it is shown, or after {@link WALLET_LIMIT}.
   */
  async opened(opened: Opened): Promise<void> {
    this.#opened = this.#last = opened
    this.#offering = undefined
    delete this.#dataset['lost']
    if (opened.sandbox) this.#help(opened).catch(() => undefined) // the checkout works without help
    this.#express?.clear()
    if (opened.outcome.state !== 'open') return
    await Promise.race([this.offerWallets(), this.#host.context.clock.sleep(WALLET_LIMIT)])
  }

  /**
   * Opens the order without a frame, where the bank's page alone can pay it, and nobody may be back from there; `again` is
   * called when the browser's Back shows the page. `false` where a frame is needed.
   */
  opensAlone(open: (opened: Opened) => unknown, again: () => void): boolean {
    const { host, context, payment } = this.#host
    const isAlone = opensAlone(host.order)
    if (isAlone)
      retryImport(() => import('./methods/bank-page/open-alone.ts'), context.clock)
        .then(({ openedAlone }) => open(openedAlone(claimsOf(host.order), again)))
        .catch((error: unknown) => payment().fail(checkoutErrorOf(error)))
    return isAlone
  }

  /** For developers, in front of a sandbox only: no other checkout loads the code. */
  async #help(opened: Opened): Promise<void> {
    const { showHelp } = await retryImport(() => import('./sandbox-help/help.ts'), this.#host.context.clock)
    showHelp(this.#host, opened)
  }

  /** Shows the wallets that the order may be paid with; while they are loaded, this begins nothing anew. */
  offerWallets(): Promise<void> {
    const offering = (this.#offering ??= this.#offer(this.#opened).finally(() => {
      if (this.#offering === offering) this.#offering = undefined
    }))
    return offering
  }

  /** When their code cannot be loaded, a blank stays in their place beside a card; without one nothing can pay. */
  async #offer(opened: Opened | undefined): Promise<void> {
    const payment = this.#host.payment()
    try {
      await this.#loadWallets(opened)
    } catch (error) {
      if (this.#last !== opened || this.#host.payment() !== payment) return // of the order that was here before
      const found = checkoutErrorOf(error)
      this.#dataset['lost'] = ''
      if (opened?.card || !payment.isAtForm) this.#report(found)
      else payment.fail(found)
    }
  }

  get #box(): HTMLElement {
    return this.#host.host.renderRoot as HTMLElement
  }

  /** What the box knows of the order, such as the place that is reserved in it. */
  get #dataset(): DOMStringMap {
    return this.#box.dataset
  }

  /** Loads the code of the other methods, and what that loads, only where something is to be shown of them. */
  async #loadWallets(opened: Opened | undefined): Promise<void> {
    const offers = { ...opened?.wallets, ...opened?.codes }
    if (!opened) return
    const isCardAlone = opened.card && !Object.keys(offers).length
    if (isCardAlone && this.#dataset['announced'] === undefined) closeReserved(this.#box) // else with a word to the console
    if (isCardAlone && !this.#dataset['reserved']) return
    const { Express } = await retryImport(() => import('./methods/express.ts'), this.#host.context.clock)
    const place = await this.#place('wallets')
    if (this.#opened !== opened) return
    this.#opened = undefined
    this.#express ??= new Express(place, {
      ...this.#host,
      layout: () => this.#host.host.layout,
      changed: () => this.#changed(),
      report: (error) => this.#report(error),
    })
    await this.#express.offer(opened)
  }

  /** Loads the code on first use; the browser has usually fetched it while the shopper typed. */
  async follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): Promise<void> {
    const feature = await (codeStepOf(outcome) ? this.loadCode() : this.loadThreeDs())
    if (!signal.aborted) feature.follow(payment, outcome, how, signal)
  }

  /** Loads in advance what follows a payment that has begun. */
  expectOutcome({ state, method, outcome }: Payment): void {
    if (codeStepOf(outcome) || (state === 'submitting' && isOffPage(method))) this.loadCode().catch(() => undefined) // as below
    else this.expectBank()
  }

  /** Loads the code while the shopper types: most who only see the form never need it. */
  expectBank(): void {
    if (!this.#threeDs) this.loadThreeDs().catch(() => undefined) // `follow` loads it again, and reports the error
  }

  async loadThreeDs(): Promise<ThreeDs> {
    this.#threeDsCode ??= retryImport(() => import('./three-ds/three-ds.ts'), this.#host.context.clock).finally(() => {
      this.#threeDsCode = undefined
    })
    const { ThreeDs } = await this.#threeDsCode
    const place = await this.#place('bank')
    this.#threeDs ??= new ThreeDs(place, {
      ...this.#host,
      wholePage: () => this.#host.host.presentation === 'redirect',
      opened: () => this.#last,
      changed: () => void this.#changed(),
    })
    void this.#changed()
    return this.#threeDs
  }

  async loadCode(): Promise<CodePayment> {
    this.#codeCode ??= retryImport(() => import('./methods/code/code.ts'), this.#host.context.clock).finally(() => {
      this.#codeCode = undefined
    })
    const { CodePayment } = await this.#codeCode
    this.#code ??= new CodePayment(this.#host.host.renderRoot.getRootNode() as ShadowRoot, {
      ...this.#host,
      opened: () => this.#last,
      changed: () => void this.#changed(),
    })
    return this.#code
  }

  async #place(name: string): Promise<HTMLElement> {
    const { host } = this.#host
    await host.updateComplete
    return host.renderRoot.querySelector<HTMLElement>(`[data-place=${name}]`)!
  }

  #report(error: CheckoutError): void {
    this.#host.payment().report(error)
  }

  #changed(): Promise<boolean> {
    const { host } = this.#host
    host.requestUpdate()
    return host.updateComplete
  }
}
