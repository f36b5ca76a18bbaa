import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { CardHost, Opening, Progress, Trouble } from '#bridge/protocol.ts'
import { LazyFeatures } from './lazy-features.ts'
import { cancelPayment, visitBankAtOnce } from './three-ds/exits.ts'
import { cardIframe } from './frames/card-iframe.ts'
import { CardLink } from './frames/card-link.ts'
import { misconfigured } from './config.ts'
import type { PaymentHost } from './state/payment-host.ts'
import { TenderSubmitEvent, type Detail, type Result, type TenderEventMap } from './state/events.ts'
import { atForm, type State } from './state/checkout-state.ts'
import { FrameTheme } from './theme/frame-theme.ts'
import { earlyAppearance, schemeWanted } from './theme/theme.ts'
import { FocusController } from './focus.ts'
import { FrameNote } from './frames/frame-note.ts'
import type { ElementContext } from './element-context.ts'
import { Payment } from './state/payment.ts'
import { browserContext } from './ports.ts'
import { alertOf, progressOf, screenOf, type Acts } from './screens.ts'
import { LocaleController, localeWanted } from './i18n/locale-controller.ts'
import { styles } from './styles.ts'
import { peek } from './state/ticket.ts'

/** Milliseconds after which a pending payment retries a frame that could not be opened. */
const REOPEN = 15_000

/**
 * A card checkout. The card is typed into a frame of the proxy's origin; this element never sees it.
 *
 * @element tender-checkout
 * @attr {string} order - The order ticket: a JWT that the shop's server has signed.
 * @attr {string} src - The proxy's origin, such as `https://pay.shop.example`.
 * @attr {string} locale - BCP 47 tag; when absent, the language of the ticket, the page or the browser.
 * @attr {'dialog'|'redirect'} presentation - Whether the bank's page is shown over this one, or in its place.
 * @attr {'auto'|'light'|'dark'} theme - `auto` follows the `color-scheme` of the page.
 * @attr {string} state - Read-only: loading, ready, submitting, authenticating, paid, held, verified, refunded,
 *   declined, cancelled, pending, failed.
 * @cssprop --tender-accent, --tender-background, --tender-text - Colours, also inside the frame.
 * @cssprop --tender-radius - Corner radius, 0 to 24px.
 * @fires tender-ready, tender-change, tender-submit, tender-authenticate, tender-error
 * @fires tender-paid, tender-held, tender-verified, tender-refunded, tender-declined, tender-cancelled, tender-pending
 *
 * @example
 * ```html
 * <tender-checkout order="eyJhbGciOiJIUzI1NiJ9…" src="https://pay.shop.example"></tender-checkout>
 * ```
 *
 * ```ts
 * import 'tender-checkout/define'
 *
 * const checkout = document.querySelector('tender-checkout')!
 * checkout.addEventListener('tender-paid', ({ detail }) => location.assign(`/orders/${detail.orderNumber}`))
 * ```
 */
export class TenderCheckout extends LitElement {
  static override properties = { order: {}, src: {}, locale: {}, presentation: {}, theme: {} }
  static override styles = styles

  declare order: string
  declare src: string
  declare locale: string
  declare presentation: 'dialog' | 'redirect'
  declare theme: 'auto' | 'light' | 'dark'

  readonly #parts: ElementContext = this.context()
  #payment = new Payment(this.#paymentHost(''))
  #link: CardLink | undefined
  #page = new AbortController()
  readonly #locale = new LocaleController(this, this.#parts.clock, (trouble) => this.#payment.report(trouble))
  readonly #features = new LazyFeatures({
    host: this,
    context: this.#parts,
    origin: () => this.#origin,
    wholePage: () => this.presentation === 'redirect',
    payment: () => this.#payment,
  })
  readonly #look = new FrameTheme(this.#parts)
  #scheme: 'light' | 'dark' = 'light'
  #toOpen = false
  readonly #focus = new FocusController(this)
  readonly #note = new FrameNote()
  /** Whether the frame has a form, which shows above its button why nothing was sent. */
  #hasForm = true
  #retried = false
  #frame: HTMLIFrameElement | undefined

  constructor() {
    super()
    this.order = ''
    this.src = ''
    this.locale = ''
    this.presentation = 'dialog'
    this.theme = 'auto'
  }

  /** The state of the checkout. */
  get state(): State {
    return this.#payment.state
  }

  /** Does what the pay button does; resolves when the checkout is no longer busy, whatever the result. */
  submit(): Promise<Result> {
    return this.#payment.submit()
  }

  /** Clears the form, or shows it again after a decline. */
  async reset(): Promise<void> {
    await this.#link?.card?.reset()
    this.#payment.retry()
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.screen h2')?.focus(options)
    if (!atForm.has(this.state)) return
    this.#frame?.focus(options)
    this.#link?.card?.focus().catch(() => undefined)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#page = new AbortController()
    this.setAttribute('state', this.state)
    this.#toOpen = true
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#page.abort()
    this.#payment.pause()
    this.#dropLink()
  }

  /** Its presence lets `moveBefore` move the element without reloading its frames. */
  connectedMoveCallback(): void {}

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#locale.setLocale(localeWanted(this, this.locale, peek(this.order).language))
    this.#scheme = schemeWanted(this, this.theme)
    if (changed.has('src')) this.#dropLink()
    if (changed.has('order')) {
      // A frame cannot open another order while it pays.
      if (this.state === 'submitting') this.#dropLink()
      this.#payment.close()
      this.#payment = new Payment(this.#paymentHost(this.order))
    }
    const reopens = this.#toOpen || changed.has('src') || changed.has('order')
    if (reopens && this.isConnected) this.#open()
  }

  protected override updated(): void {
    const words = this.#locale.translation.texts.checkout
    this.#features.bank?.draw(words)
    if (this.#frame) this.#frame.title = words.cardFrame
    this.#postLook()
    this.#note.post(this.#link?.card, this.#isByCard ? this.#payment.trouble : undefined)
    this.#focus.drawn()
  }

  protected override render(): TemplateResult {
    const { translation, isLoaded } = this.#locale
    const words = translation.texts.checkout
    const { bank, express } = this.#features
    const payment = this.#payment
    const form = atForm.has(payment.state)
    const isSlow = payment.state === 'loading' && payment.late
    const progress = isLoaded ? (express?.progress(translation) ?? progressOf(payment, translation, bank)) : nothing
    const alert = this.#isByCard ? nothing : alertOf(payment, translation)
    const wallets = form ? (express?.buttons(payment, translation, this.#scheme, alert) ?? alert) : nothing
    return html`<i class="sense" @transitionrun=${() => this.requestUpdate()}></i>
      <section
        class="box"
        aria-label=${words.name}
        lang=${translation.locale}
        dir=${translation.direction}
        data-scheme=${this.#scheme}
      >
        <i class="probe"></i>
        <p class="unseen" role="status">${progress}</p>
        ${form ? nothing : screenOf(payment, translation, this.#acts, bank)} ${express?.isLate ? nothing : wallets}
        <div class=${form ? '' : 'aside'} ?inert=${!form}>${this.#frame ?? nothing}</div>
        ${isSlow ? html`<p class="alert" aria-hidden="true">${progress}</p>` : nothing}
        <i class="end"></i>
        ${express?.isLate ? wallets : nothing}
        <div data-place="bank"></div>
        <div data-place="wallets"></div>
      </section>`
  }

  /** The clock, the address bar and the frames; a test overrides this to inject others. */
  protected context(): ElementContext {
    return browserContext
  }

  readonly #acts: Acts = {
    retry: () => this.#retry(),
    again: () => this.#payment.retry(),
    visitBank: () => void visitBankAtOnce(this.#payment, this.#parts.leave),
    cancel: () => void cancelPayment(this.#payment),
    retried: () => this.#retried,
    hostedPage: () => ({ action: `${this.#origin}/pay`, order: this.order }),
  }

  get #origin(): string {
    return new URL(this.src).origin
  }

  #retry(): void {
    this.#dropLink()
    this.#toOpen = this.#retried = true
    this.requestUpdate()
  }

  #dropLink(): void {
    this.#link?.drop()
    this.#link = this.#frame = undefined
  }

  /** Opens the order in the existing frame, so that typed data stays, or in a new one. */
  #open(): void {
    this.#toOpen = false
    this.#payment.load()
    const problem = misconfigured(this)
    if (problem) {
      this.#dropLink()
      return this.#payment.failed(problem)
    }
    if (this.#link?.card) return this.#link.open()
    this.#dropLink()
    const appearance = earlyAppearance(this, this.#scheme)
    this.#frame = cardIframe(this.#origin, { locale: this.#locale.locale, appearance })
    this.#link = new CardLink({
      context: this.#parts,
      host: this.#host,
      opening: () => this.#opening(),
      gaveUp: (trouble) => this.#gaveUp(trouble),
    })
    this.#link.connect(this.#frame, this.#origin)
  }

  #gaveUp(trouble: Trouble): void {
    this.#payment.failed(trouble)
    if (this.state !== 'pending') return
    this.#parts.clock.sleep(REOPEN, this.#page.signal).then(
      () => this.#retry(),
      () => undefined,
    )
  }

  readonly #host: CardHost = {
    opened: async (opened) => {
      this.#link?.onResponse()
      this.#retried = false
      this.#hasForm = opened.card
      const [payment, frame] = [this.#payment, this.#link]
      await this.#features.opened(opened)
      if (frame === this.#link) payment.take(opened.outcome, 'opened')
    },
    progressed: async (progress) => this.#tell('tender-change', progress),
    resized: async (height) => {
      this.#frame?.style.setProperty('height', `${Math.min(2000, Math.max(100, height))}px`)
      if (this.#note.grew() || this.state === 'submitting') this.#focus.scrollTo('.end')
    },
    mayPay: () => this.#payment.mayPay(),
    concluded: async (outcome) => this.#payment.take(outcome, 'live'),
    failed: async (trouble) => {
      this.#link?.onResponse()
      this.#payment.failed(trouble)
    },
  }

  #paymentHost(order: string): PaymentHost {
    return {
      context: this.#parts,
      facts: peek(order),
      card: () => this.#link?.card,
      follow: (payment, outcome, how, signal) => this.#features.follow(payment, outcome, how, signal),
      mayPay: (intent) => {
        const request = new TenderSubmitEvent(intent)
        this.dispatchEvent(request)
        return request.granted()
      },
      announce: (event, detail) => this.#tell(event, detail),
      changed: (previous) => this.#changed(previous),
    }
  }

  #tell(event: keyof TenderEventMap, detail: Detail | Progress): void {
    this.dispatchEvent(new CustomEvent(event, { detail, bubbles: true, composed: true }))
  }

  #changed(previous: State): void {
    const { state } = this
    this.setAttribute('state', state)
    this.requestUpdate()
    if (state === previous) return
    if (state !== 'loading') void this.#features.loadThreeDs().catch(() => undefined)
    if (state === 'ready') void this.#features.offerWallets().catch(() => undefined)
    this.#focus.changed(previous)
  }

  #opening(): Opening {
    this.#payment.load()
    this.#note.reset()
    return { ticket: this.order, ...this.#look.read(this.#probe, this.#locale.locale, this.#scheme) }
  }

  get #probe(): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>('.probe')!
  }

  #postLook(): void {
    const theme = this.#look.change(this.#probe, this.#locale.locale, this.#scheme)
    if (theme) this.#link?.card?.restyle(theme).catch(() => undefined)
  }

  /** Whether the current payment uses the form's own button and no wallet. */
  get #isByCard(): boolean {
    return this.#hasForm && atForm.has(this.state) && !this.#payment.wallet
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tender-checkout': TenderCheckout
  }
}
