import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Opened, CheckoutError } from '#bridge/protocol.ts'
import { retryImport } from '#browser/retry-import.ts'
import { decimalOf } from '#contract/money/decimal.ts'
import {
  BANK_PAGE,
  isOffPage,
  kebabOf,
  offPageMethodNames,
  type CodeMethodName,
  type OtherMethodName,
  type WalletName,
} from '#contract/methods/methods.ts'
import type { ElementContext } from '../element-context.ts'
import type { Result } from '../state/events.ts'
import type { Payment } from '../state/payment.ts'
import { format } from '../i18n/locale-controller.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { alertOf, type Alerting } from '../screens.ts'
import { closeReserved } from '../frames/reserved-space.ts'
import { asError } from '../state/errors.ts'
import { codeButton } from './code-button.ts'
import { findOffered, leftOut } from './find-offered.ts'
import type { ChosenLayout, Methods, MethodsView } from './chosen-layout.ts'
import { labelOf, loadPage, nameIn, type Offered } from './methods.ts'
import { OpenSheet } from './open-sheet.ts'
import { payByCode } from './pay-by-code.ts'
import { payByWallet } from './pay-by-wallet.ts'
import { RequestProgress } from './request-progress.ts'
import { sheet } from './styles.ts'
import type { Bill } from './wallet.ts'

export interface ExpressHost {
  readonly context: ElementContext
  readonly payment: () => Payment
  readonly layout: () => string
  readonly origin: () => string
  readonly host: { readonly order: string }
  /** Called when something that is shown has changed; resolves when it is rendered. */
  readonly changed: () => Promise<unknown>
  /** Reports an error that is not shown. */
  readonly report: (error: CheckoutError) => void
}

interface ExpressView extends Alerting {
  readonly scheme: 'light' | 'dark'
}

type MaybeTemplate = TemplateResult | typeof nothing

const line = (name: string, words: string, role: 'alert' | typeof nothing = nothing): TemplateResult =>
  html`<p class=${name} role=${role} .textContent=${words}></p>`

const absent: CheckoutError = { code: 'wallet_absent', message: 'No wallet is available.' }

const isChosen = (layout: string): layout is ChosenLayout => layout === 'tabs' || layout === 'accordion'

/** For the console, where a place is kept for other methods. */
const NOT_OFFERED =
  'tender-checkout: the proxy offers no method but the card: name no other in the methods of the ticket.'

/** The buttons of the methods beside the card, above the form, and the payment that a press starts. */
export class Express {
  readonly #host: ExpressHost
  readonly #root: ShadowRoot
  readonly #place: HTMLElement
  #bill!: Bill
  #translation!: Translation
  #card = true
  #offered: readonly Offered[] = []
  /** The wallets that were expected, where no method came. */
  #missing: readonly WalletName[] = []
  #asked: AbortController = new AbortController()
  readonly #sheet: OpenSheet
  readonly #request: RequestProgress
  #methods: Methods | undefined
  /** The marks of the methods by a code, where one is offered. */
  #marks: Partial<Record<string, TemplateResult>> = {}
  /** Whether their code could not be loaded; the next order asks for it again. */
  #isLost = false

  /** `place` is in the element's shadow root; a sandbox wallet's sheet is added to it. */
  constructor(place: HTMLElement, host: ExpressHost) {
    this.#place = place
    this.#host = host
    this.#sheet = new OpenSheet(host.context.clock, host.changed)
    this.#request = new RequestProgress(host.context, host.changed)
    this.#root = place.getRootNode() as ShadowRoot
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet()]
  }

  /** Shows the order's wallets that are available in this browser, and its methods by a code, which always are. */
  async offer({ outcome: { orderNumber, currency }, ...opened }: Opened): Promise<void> {
    this.#asked.abort()
    const { signal } = (this.#asked = new AbortController())
    this.#offered = []
    const { amount, currencyCode, fractionDigits, card, wallets, codes } = opened
    const bill = { orderNumber, amount, price: decimalOf(amount, fractionDigits), currency, currencyCode }
    const [found, page] = await Promise.all([
      findOffered(wallets, bill, { context: this.#host.context, place: this.#place }),
      codes?.[BANK_PAGE] && loadPage(this.#host.context.clock),
      this.#loadMethods(),
      codes && Object.keys(codes).some((name) => name !== BANK_PAGE) && this.#loadMarks(),
    ])
    if (signal.aborted) return
    this.#bill = bill
    this.#card = card
    const { lostFile } = found
    const offPage = offPageMethodNames
      .filter((name) => codes?.[name])
      .map((name) => ({ name, ...(name === BANK_PAGE && { page: page! }) }))
    const missing = offPage.length ? [] : found.missing
    this.#offered = [...found.offered, ...offPage]
    this.#missing = missing
    if (lostFile && !card && missing.length) throw asError(lostFile)
    if (lostFile) this.#host.report(lostFile)
    const wasKept = this.#isKept
    if (card && !this.#offered.length) closeReserved(this.#box)
    // A proxy may offer no card for a ticket that allows one.
    if (!card) this.#box.dataset['form'] = 'none'
    const hasOffer = Object.keys({ ...wallets, ...codes }).length > 0
    if (!hasOffer && 'announced' in this.#box.dataset && wasKept) this.#host.context.complain(NOT_OFFERED)
    if (!card && missing.length) this.#host.report(absent)
    await this.#host.changed()
  }

  /** Called when the page has another order, or none: discards the previous order's methods. */
  clear(): void {
    this.#asked.abort()
    this.#offered = this.#missing = []
  }

  /** Whether a place is kept for them above the form, of one row. */
  get #isKept(): boolean {
    const { reserved = '' } = this.#box.dataset
    return reserved === 'stack' || isChosen(reserved)
  }

  get #box(): HTMLElement {
    return this.#place.parentElement!
  }

  /** The chosen tab, or row of an accordion, as the shopper sees it; `undefined` where the methods are stacked. */
  get #method(): string | undefined {
    return this.#root.querySelector<HTMLElement>('.methods[data-chosen]')?.dataset['chosen']
  }

  /** Whether a card form is on the screen, which shows by itself how a payment goes. */
  get #isFormShown(): boolean {
    return this.#card && (this.#method ?? 'card') === 'card'
  }

  /** The other method that is chosen, or is the only one; `undefined` where a card is, or nothing. */
  get chosen(): Offered | undefined {
    const isAlone = !this.#card && this.#offered.length === 1
    return this.#offered.find(({ name }) => isAlone || name === this.#method)
  }

  /**
   * Pays by the chosen method; a wallet's sheet opens at once, during the shopper's gesture. Resolves when the checkout
   * is no longer busy. `undefined` where none is chosen.
   */
  submit(): Promise<Result> | undefined {
    const { chosen } = this
    if (!chosen) return undefined
    void this.#pay(chosen)
    return this.#host.payment().settled()
  }

  /** What the live region says: the current step, and the way back to the form where there is one. */
  progress(translation: Translation): string | undefined {
    const step = this.#step(translation)
    return this.#sheet.mayLeave ? `${step} ${translation.texts.checkout.codeBack}` : step
  }

  /** The current step, as a sentence, while a sheet is open, or while a payment is sent. */
  #step(translation: Translation): string | undefined {
    const { checkout } = translation.texts
    const { offered } = this.#sheet
    if (offered) return format(checkout.inWallet, { wallet: labelOf(translation, offered) }, translation)
    const { state, method } = this.#host.payment()
    if (state !== 'submitting' || !method) return undefined
    return checkout[this.#request.step]
  }

  /**
   * The pressed button tells by itself how its payment goes. Where it takes long, words are shown over the buttons, which
   * are inert meanwhile, so that nothing moves.
   */
  #cover(translation: Translation): MaybeTemplate {
    const { offered, mayLeave } = this.#sheet
    const words = (offered ? mayLeave : this.#request.step !== 'submitting') && this.#step(translation)
    if (!words) return nothing
    const leave = html`<button
      type="button"
      class="express-leave"
      data-testid="wallet-leave"
      @click=${() => this.leave()}
      .textContent=${translation.texts.checkout.codeBack}
    ></button>`
    return html`<p class="express-paying">
      <span aria-hidden="true" .textContent=${words}></span>
      ${offered ? leave : nothing}
    </p>`
  }

  /** Returns to the form from a wallet's sheet that has not answered. */
  leave(): void {
    this.#sheet.leave()
  }

  /** What stands below the form: the other methods of an accordion. */
  below(shown: ExpressView): MaybeTemplate {
    const view = this.#methodsView(shown)
    if (!view) return nothing
    return this.#methods!.below(view)
  }

  /** What stands above the form: the buttons with the alert, and the separator. */
  above(shown: ExpressView): MaybeTemplate {
    const { payment, translation } = shown
    const alert = alertOf(shown)
    this.#drawButtons(shown)
    const view = this.#methodsView(shown)
    if (view) return this.#methods!.above(view)
    if (!this.#offered.length) return html`${this.#absence(translation)} ${alert}`
    const words = translation.texts.checkout
    const busy = !payment.isPayable
    return html`<div
        class="express${busy ? ' express-busy' : ''}${this.#isKept ? ' express-kept' : ''}"
        role="group"
        aria-label=${this.#offered.some(({ name }) => isOffPage(name)) ? words.payBy : words.wallets}
      >
        ${this.#offered.map(({ button }) => button)} ${this.#cover(translation)}
      </div>
      ${alert} ${this.#card ? line('express-or', words.orByCard) : nothing}`
  }

  /** In the place of wallets that did not come, where a shopper in the form keeps it from closing: nothing is said of them. */
  #absence(translation: Translation): MaybeTemplate {
    if (!this.#missing.length) return nothing
    if (!this.#card) return line('express alert', translation.texts.checkout.troubleSetup, 'alert')
    if (!this.#isKept) return nothing
    return html`${line('express express-absent', '')} ${line('express-or', translation.texts.card.unknownBrand)}`
  }

  /**
   * `undefined` where there is nothing to choose: one method, unless it fills the place that was kept for several.
   */
  #methodsView(shown: ExpressView): MethodsView | undefined {
    const { payment, translation } = shown
    const layout = this.#host.layout()
    const least = this.#box.dataset['reserved'] === layout ? 1 : 2
    const isChoice = this.#offered.length + (this.#card ? 1 : 0) >= least
    if (!isChosen(layout) || !isChoice) return undefined
    if (!this.#methods) {
      if (!this.#isLost) void this.#loadMethods().then(() => this.#host.changed())
      return undefined
    }
    const others = this.#offered.map((one) => ({
      name: one.name,
      label: nameIn(translation, one.name),
      picture: (one.wallet ?? one.page)?.picture ?? this.#marks[one.name],
      button: one.button!,
    }))
    return {
      layout,
      translation,
      others,
      hasCard: this.#card,
      isBusy: !payment.isPayable,
      alert: alertOf(shown),
      cover: this.#cover(translation),
    }
  }

  /** Without their code, which may be lost, the methods are stacked. */
  async #loadMethods(): Promise<void> {
    if (this.#methods || !isChosen(this.#host.layout())) return
    const code = await retryImport(() => import('./chosen-layout.ts'), this.#host.context.clock).catch(() => undefined)
    this.#isLost = !code
    if (code) this.#methods ??= new code.Methods(this.#root, () => void this.#host.changed())
  }

  /** A button without its mark has its name. */
  async #loadMarks(): Promise<void> {
    const code = await retryImport(() => import('./code/marks.ts'), this.#host.context.clock).catch(() => undefined)
    if (code) this.#marks = code.marks
  }

  /** Draws the buttons, anew where the theme, the locale or the words are others; a wallet that cannot draw its own is left out. */
  #drawButtons(shown: ExpressView): void {
    const { payment, translation } = shown
    this.#translation = translation
    const before = this.#offered
    this.#offered = before.filter((one) => {
      try {
        this.#drawButton(one, shown)
      } catch (error) {
        this.#host.context.complain(leftOut(one.name, error))
      }
      if (one.button) one.button.inert = !payment.isPayable
      one.button?.toggleAttribute('data-paying', !payment.isPayable && payment.method === one.name)
      return one.button
    })
    if (!before.length || this.#offered.length) return
    this.#missing = before.map(({ name }) => name as WalletName)
    if (!this.#card) queueMicrotask(() => this.#host.report(absent)) // no handler of the page runs in the middle of a rendering
  }

  #drawButton(shown: Offered, { payment, translation, scheme }: ExpressView): void {
    const { locale } = translation
    const wallet = labelOf(translation, shown)
    const label = shown.page ? wallet : format(translation.texts.checkout.payWith, { wallet }, translation)
    const drawn = `${locale} ${scheme} ${label}`
    if (shown.drawn === drawn) return
    shown.drawn = drawn
    const [name, isAlone] = [nameIn(translation, shown.name), !this.#card && this.#offered.length === 1]
    // Only a press had the focus on the button: with `submit()` it stays on the button of the page.
    const press = (): void => void this.#pay(shown).then((isBack) => isBack && this.#focus(shown.name))
    const appearance = { name, label, locale, scheme, root: this.#root, press }
    const button =
      shown.wallet?.button(appearance) ??
      shown.page?.pageButton(
        appearance,
        isAlone && { payment, translation, currency: this.#bill.currency },
        codeButton,
      ) ??
      codeButton(appearance, this.#marks[shown.name] ?? nothing)
    if (shown.wallet) button.dataset['testid'] = `wallet-${kebabOf(shown.name)}`
    else button.dataset['testid'] = `code-${kebabOf(shown.name)}`
    shown.button = button
  }

  /** Resolves with whether the form is back, with nothing sent. */
  async #pay(offered: Offered): Promise<boolean> {
    const payment = this.#host.payment()
    await this.#send(offered, payment).catch((error: unknown) => payment.unexpected(error))
    await this.#host.changed()
    return payment.state === 'ready'
  }

  #send(offered: Offered, payment: Payment): Promise<void> {
    const { name, wallet, page } = offered
    const sent = (): void => void this.#request.follow(payment)
    if (page) return page.payOnPage(payment, this.#host, sent, payByCode)
    if (!wallet || isOffPage(name)) return payByCode(payment, name as CodeMethodName, sent)
    const session = async (url: string) => await payment.card().walletSession(url)
    return payByWallet(payment, name as WalletName, labelOf(this.#translation, offered), async (signal, leave) => {
      const ask = () => wallet.pay({ bill: this.#bill, locale: this.#translation.locale, signal, session })
      const answer = await this.#sheet.answer(offered, ask, signal, leave)
      if (answer !== 'cancelled' && !signal.aborted) void this.#request.follow(payment)
      return answer
    })
  }

  /**
   * Moves the focus to a method's button, where the shopper continues with it and not in the form: after its payment was
   * declined, since the form's fields would open the keyboard of a phone, after its code was taken back, or while no form
   * is shown.
   */
  takesFocus({ refused, method }: Payment, options?: FocusOptions): boolean {
    const shown = this.#isFormShown ? undefined : (this.chosen ?? this.#offered[0])?.name
    const last = refused || isOffPage(method) ? method : undefined
    const name = this.#offered.find((one) => one.name === last && one.button?.isConnected)?.name ?? shown
    if (name) this.#focus(name, options)
    return !!name
  }

  /** Returns the focus to the pressed button; Google's button is in an element of its own. */
  #focus(name: OtherMethodName, options?: FocusOptions): void {
    const button = this.#offered.find((one) => one.name === name)?.button
    ;(button?.querySelector('button') ?? button)?.focus(options)
  }
}
