import { render, type PropertyValues, type TemplateResult } from 'lit'
import { isSignedAnew } from '#browser/signed-anew.ts'
import { nextTask } from '#browser/clock.ts'
import { retryImport } from '#browser/retry-import.ts'
import type { CardHost, Opening, CheckoutError } from '#bridge/protocol.ts'
import type { TextOverrides } from '#texts/overrides.ts'
import { LazyFeatures } from './lazy-features.ts'
import { cancelPayment, visitBankAtOnce } from './three-ds/exits.ts'
import { aboveFrame, aroundWallets, belowFrame, type Surroundings } from './around-frame.ts'
import { CardPanel, REOPEN, FrameNote } from './frames/card-panel.ts'
import { reserveSpace } from './frames/reserved-space.ts'
import { misconfigured } from './config.ts'
import { activated, isHtml, noHtml, unusablePage } from './host-page.ts'
import type { PaymentHost } from './state/payment-host.ts'
import { TenderSubmitEvent, type Detail, type Result, type TenderEventMap } from './state/events.ts'
import type { State } from './state/checkout-state.ts'
import { checkoutErrorOf } from './state/errors.ts'
import { FrameTheme } from './theme/frame-theme.ts'
import { earlyAppearance } from './theme/theme.ts'
import { FocusController } from './focus.ts'
import { Payment } from './state/payment.ts'
import { nothingMissing, nothingTyped } from './state/progress.ts'
import { PressTick } from './press-tick.ts'
import { properties } from './properties.ts'
import type { Acts } from './screens.ts'
import { LocaleController, localeWanted } from './i18n/locale-controller.ts'
import { styles } from './styles.ts'
import { TracedControl } from './traced-control.ts'
import { peek, sameOrder } from './state/ticket.ts'

/**
 * A card checkout. The card is typed into a frame of the proxy's origin; this element never sees it. Its attributes,
 * events and style are described in description.ts.
 *
 * @example
 * ```html
 * <tender-checkout order="eyJhbGciOiJIUzI1NiJ9…" src="https://pay-shop.example"></tender-checkout>
 * ```
 *
 * ```ts
 * import 'tender-checkout/define'
 *
 * const checkout = document.querySelector('tender-checkout')!
 * checkout.addEventListener('tender-paid', ({ detail }) => location.assign(`/orders/${detail.orderNumber}`))
 * ```
 */
export class TenderCheckout extends TracedControl {
  static override properties = properties
  static override styles = styles

  declare order: string
  declare hideButton: boolean
  /** Sentences of the page in place of the checkout's own. */
  declare texts: TextOverrides | undefined

  readonly #context = this.traced()
  #payment = new Payment(this.#paymentHost(''))
  #page = new AbortController()
  readonly #locale = new LocaleController(this, this.#context, (error) => this.#payment.report(error))
  readonly #features = new LazyFeatures({
    host: this,
    context: this.#context,
    origin: () => this.#origin,
    payment: () => this.#payment,
    focusScreen: () => this.#focus.toScreen(),
  })
  readonly #theme = new FrameTheme(this.#context, {
    element: () => this,
    box: () => this.#panel!.panel.box,
    probe: () => this.renderRoot.querySelector<HTMLElement>('.probe')!,
  })
  #toOpen = false
  /** Whether the first update is over. */
  #mayOpen = false
  readonly #focus = new FocusController(this, this.#context.clock)
  readonly #note = new FrameNote()
  /** Whether the frame has a form, which shows above its button why nothing was sent. */
  #hasForm = true
  /** What is filled in in the card form. */
  #progress = nothingTyped
  /** What was last dispatched as `tender-change`. */
  #reported = nothingTyped
  #retried = false
  #panel: CardPanel | undefined
  readonly #tick = new PressTick(this.#context.clock)

  /** The state of the checkout. */
  get state(): State {
    return this.#payment.state
  }

  /**
   * Does what the pay button does, or that of the chosen method; resolves when the checkout is no longer busy, whatever
   * the result.
   */
  async submit(): Promise<Result> {
    if (!this.hasUpdated) await this.updateComplete
    const byOther = this.#features.express?.submit()
    if (byOther) return byOther
    const result = await this.#payment.submit()
    return result.state === 'ready' ? { ...result, invalid: this.#progress.invalid } : result
  }

  /** Clears the form, and shows it again after a decline. */
  async reset(): Promise<void> {
    this.#features.express?.leave()
    const reset = this.#panel?.card?.reset()
    this.#payment.retry()
    await reset
  }

  protected override isEditable(): boolean {
    return this.state === 'loading' || this.#payment.isPayable
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.screen h2')?.focus(options)
    if (!this.#payment.isAtForm || this.#features.express?.takesFocus(this.#payment, options)) return
    const frame = this.#panel?.frame
    // Chromium takes the focus from a field of the frame when the frame gets it anew, which may come after the field's.
    if (frame !== this.shadowRoot?.activeElement) frame?.focus(options)
    const focusField = async (): Promise<void> => this.#panel?.card?.focus(options)
    focusField().then(focusField, () => undefined)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#page = new AbortController()
    this.reflectState()
    this.#toOpen = true
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#page.abort()
    this.#payment.pause()
    this.#panel?.drop()
  }

  /** Lit renders around the frame's place, since a frame that is moved would load again. */
  protected override createRenderRoot(): HTMLElement {
    this.#panel = new CardPanel(super.createRenderRoot() as ShadowRoot, () => this.requestUpdate())
    const { box, above } = this.#panel.panel
    // Lit keeps on this node what it has rendered before it, and on the one above the form what is in that.
    this.renderOptions.renderBefore = box.insertBefore(document.createComment(''), above)
    return box
  }

  /**
   * Lit would leave what an update throws as a rejection that nobody handles; without HTML it can render nothing. The
   * first update is a task of its own, so that the page's main thread is not blocked by it and the upgrade at once.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (!isHtml(document)) return void this.#showUnavailable()
    if (!this.hasUpdated) await nextTask()
    try {
      void super.scheduleUpdate()
    } catch (error) {
      this.#payment.unexpected(error)
    }
  }

  async #showUnavailable(): Promise<void> {
    const { clock } = this.#context
    await retryImport(() => import('./unavailable.ts'), clock).then(
      ({ showUnavailable }) => showUnavailable(this, clock),
      () => undefined, // the event says it alone
    )
    this.#payment.failed(noHtml)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    this.#locale.setTexts(this.texts)
    this.#locale.setLocale(localeWanted(this, this.locale, this.order))
    if (changed.has('order') || changed.has('layout')) reserveSpace(this.#panel!.panel.box, this.order, this.layout)
    // A page may remove an attribute and add it again.
    const isMoved = changed.has('src') && changed.get('src') !== this.src
    if (isMoved) this.#panel?.drop()
    if (changed.has('order')) this.#takeOrder(changed.get('order'))
    this.#toOpen ||= isMoved
    if (this.#toOpen && this.#mayOpen && this.isConnected) this.#open()
  }

  /** Shows another order; one that is only signed anew changes nothing, unless it could not be opened before. */
  #takeOrder(before = ''): void {
    const [{ state }, card] = [this, this.#panel?.card]
    if (isSignedAnew(this.order, before)) {
      this.#toOpen ||= state === 'failed' || (state === 'loading' && !!card)
      return void card?.renew(this.order).catch(() => undefined) // a frame of another release lacks `renew`
    }
    // A frame cannot open another order while it pays.
    if (state === 'submitting') this.#panel?.drop()
    this.#payment.close()
    this.forgetEvents()
    this.#payment = new Payment(this.#paymentHost(this.order))
    this.#hasForm = true
    this.#toOpen = true
  }

  /** The order is opened in a task of its own as well. */
  protected override async firstUpdated(): Promise<void> {
    await nextTask()
    await activated(document)
    this.#mayOpen = true
    this.requestUpdate()
  }

  protected override updated(): void {
    this.#features.bank?.draw(this.#payment, this.#locale.translation)
    if (!this.#toOpen || !this.#panel!.isPainted) this.#theme.post(this.#panel?.card, this.#locale.locale)
    this.#note.post(this.#panel?.card, this.#isByCard ? this.#payment.error : undefined)
    if (!this.#isTicked) this.#focus.drawn()
    this.#validate()
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#panel!.show(this.#locale.translation, this.#surroundings.isFormShown, () => {
      super.update(changed)
      render(aroundWallets(this.#surroundings), this.#panel!.panel.above, { host: this })
      render(belowFrame(this.#surroundings), this.renderRoot as HTMLElement, { host: this })
    })
  }

  protected override render(): TemplateResult {
    return aboveFrame(this.#surroundings)
  }

  get #surroundings(): Surroundings {
    return {
      payment: this.#payment,
      isFormShown: this.#payment.isAtForm || this.#isTicked,
      translation: this.#locale.translation,
      isTranslated: this.#locale.isLoaded,
      scheme: this.#theme.scheme,
      features: this.#features,
      acts: this.#acts,
      isByCard: this.#isByCard,
    }
  }

  readonly #acts: Acts = {
    retry: () => {
      // This frame has failed twice.
      if (this.#retried) this.#panel?.drop()
      this.#retry()
    },
    again: () => this.#payment.retry(),
    visitBank: () => void visitBankAtOnce(this.#payment, this.#context.leave),
    cancel: () => void cancelPayment(this.#payment),
    retried: () => this.#retried,
    hostedPage: () => (this.#hasForm ? { action: `${this.#origin}/pay`, order: this.order } : undefined),
  }

  get #origin(): string {
    return new URL(this.src).origin
  }

  #retry(): void {
    this.#toOpen = this.#retried = true
    this.requestUpdate()
  }

  /** Opens the order in the existing frame, so that typed data stays, or in a new one. */
  #open(): void {
    this.#toOpen = false
    const wasLeft = this.state === 'submitting'
    this.#payment.load()
    const problem = misconfigured(this) ?? unusablePage(document, this.shadowRoot!)
    if (problem) {
      this.#panel!.clear()
      return this.#payment.failed(problem)
    }
    if (this.#panel?.card) return this.#panel.connection!.open()
    if (!wasLeft && this.#features.opensAlone(this.#host.opened, () => this.#retry())) return
    const requested = () => ({ locale: this.locale, order: this.order, appearance: earlyAppearance(this, this.theme) })
    this.#panel!.connect(this, this.#origin, requested, {
      context: this.#context,
      host: this.#host,
      crashed: (error) => this.#payment.unexpected(error),
      opening: () => this.#opening(),
      gaveUp: (error) => this.#gaveUp(error),
    })
  }

  #gaveUp(reason: CheckoutError): void {
    this.#payment.failed(reason)
    const { clock, network } = this.#context
    const isBack = reason.code === 'frame_network' && !network.isDown()
    const again = isBack ? clock.sleep(0) : this.state === 'pending' && clock.sleep(REOPEN, this.#page.signal)
    if (again)
      void again.then(
        () => this.#retry(),
        () => undefined, // the element has left the page meanwhile
      )
  }

  readonly #host: CardHost = {
    opened: async (opened) => {
      if (!sameOrder(peek(this.order), opened.outcome)) return // of the order that was here before
      this.#panel?.connection?.onResponse()
      this.#retried = false
      this.#hasForm = opened.card
      const [payment, connection] = [this.#payment, this.#panel?.connection]
      await this.#features.opened(opened)
      if (this.#panel?.connection === connection) payment.take(opened.outcome, 'opened')
    },
    traced: async (step) => this.#context.trace.add('request', step),
    progressed: async (progress) => {
      this.#progress = progress
      if (progress.complete || progress.brand !== 'unknown') this.#features.expectBank()
      this.#validate()
    },
    resized: async (height, message) => {
      this.#panel?.resize(height, this.state === 'loading')
      if (message !== undefined) this.#focus.showMessage(message)
    },
    mayPay: () => this.#payment.mayPay(),
    concluded: async (outcome) => this.#payment.take(outcome, 'live'),
    failed: async (error) => {
      this.#panel?.connection?.onResponse()
      this.#payment.failed(error)
    },
  }

  #paymentHost(order: string): PaymentHost {
    return {
      context: this.#context,
      facts: peek(order),
      card: () => this.#panel?.card,
      follow: (payment, outcome, how, signal) => this.#features.follow(payment, outcome, how, signal),
      mayPay: (intent) => TenderSubmitEvent.ask(this, intent),
      announce: (event, detail) => this.#dispatch(event, detail),
      changed: (previous) => {
        try {
          this.#changed(previous)
        } catch (error) {
          this.#payment.report(checkoutErrorOf(error)) // the payment goes on
        }
      },
    }
  }

  #dispatch(event: keyof TenderEventMap, detail: Detail): void {
    this.#context.trace.add(event, detail)
    this.announce(event, detail)
  }

  #changed(previous: State): void {
    const { state } = this
    this.reflectState()
    this.requestUpdate()
    if (state === previous) return
    void this.#tick
      .changed(this.#payment, previous, this.#panel!.panel.box)
      .then((isOver) => isOver && this.requestUpdate())
    this.forgetEvents()
    this.#context.trace.add('state', { state, previous })
    if (state !== 'loading' && state !== 'ready') this.#features.expectOutcome(this.#payment)
    if (this.#payment.isPayable) void this.#features.offerWallets()
    this.#focus.changed(previous)
    // What could not be opened without a connection is opened as soon as there is one.
    const { isDown, isBack } = this.#context.network
    if (state === 'failed' && isDown()) void isBack().then(() => this.state === 'failed' && this.#retry())
  }

  /** Whether the tick on the button is seen, before the result takes the form's place. */
  get #isTicked(): boolean {
    return this.#tick.isShownFor(this.#payment)
  }

  #opening(): Opening {
    this.#payment.load()
    this.#note.reset()
    return { ticket: this.order, traces: true, ...this.#theme.read(this.#locale.locale) }
  }

  /** Reports to the page, and to a form around it, what is missing of the chosen method: of another than a card nothing. */
  #validate(): void {
    const progress = this.#features.express?.chosen ? nothingMissing : this.#progress
    this.setFormState(peek(this.order).orderNumber, this.#hasForm && !progress.complete, this.#panel?.frame)
    if (progress !== this.#reported) this.#dispatch('tender-change', (this.#reported = progress))
  }

  /** Whether the current payment uses the form's own button, and no other method. */
  get #isByCard(): boolean {
    return this.#hasForm && this.#payment.isAtForm && !this.#payment.method
  }
}
