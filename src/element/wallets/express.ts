import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Opened, Trouble } from '#bridge/protocol.ts'
import { retryImport } from '#bridge/retry-import.ts'
import type { WalletName, WalletOffers } from '#contract/payment-methods.ts'
import type { Clock } from '#contract/ports.ts'
import { atForm } from '../state/checkout-state.ts'
import type { ElementContext } from '../element-context.ts'
import type { Payment } from '../state/payment.ts'
import { format } from '../i18n/locale-controller.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { troubleIn } from '../state/trouble.ts'
import { payByWallet } from './pay-by-wallet.ts'
import { sheet } from './styles.ts'
import type { Bill, ButtonAppearance, Wallet } from './wallet.ts'

/** What the wallets' part asks of the element. */
export interface ExpressHost {
  readonly context: ElementContext
  readonly payment: () => Payment
  /** Something that is shown has changed; resolves when it is shown. */
  readonly changed: () => Promise<unknown>
  /** Tells the page of a trouble that is not shown. */
  readonly report: (trouble: Trouble) => void
}

type Shown = TemplateResult | typeof nothing

interface Offered {
  readonly name: WalletName
  readonly wallet: Wallet
  /** Made anew when the page's look or language changes. */
  button?: HTMLElement
  styled?: string
}

/** Each in a chunk of its own, which only its offer loads; the buttons stand in this order. */
const adapters: Readonly<Record<WalletName, (offers: WalletOffers, clock: Clock) => Promise<Wallet | undefined>>> = {
  applePay: async ({ applePay }, clock) =>
    applePay && (await retryImport(() => import('./apple-pay.ts'), clock)).applePay(applePay),
  googlePay: async ({ googlePay }, clock) =>
    googlePay && (await retryImport(() => import('./google-pay.ts'), clock)).googlePay(googlePay),
}
const walletNames = Object.keys(adapters) as readonly WalletName[]

/** The wallets' buttons over the form, and what follows from pressing one. */
export class Express {
  readonly #ends: ExpressHost
  readonly #root: ShadowRoot
  readonly #place: HTMLElement
  #bill!: Bill
  #locale = ''
  #card = true
  #isLate = false
  #offered: readonly Offered[] = []
  #asked: AbortController = new AbortController()
  #open: Wallet | undefined

  /** `place` lies in the element's shadow root, and will hold a sandbox wallet's sheet. */
  constructor(place: HTMLElement, host: ExpressHost) {
    this.#place = place
    this.#ends = host
    this.#root = place.getRootNode() as ShadowRoot
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet()]
  }

  /** Shows the wallets of an order that are here to pay it. */
  async offer({ outcome: { orderNumber, currency }, ...opened }: Opened): Promise<void> {
    this.#asked.abort()
    const { signal } = (this.#asked = new AbortController())
    this.#offered = []
    const { amount, currencyCode, fractionDigits, card, wallets } = opened
    const bill = { orderNumber, amount, currency, currencyCode, fractionDigits }
    const found = await Promise.all(walletNames.map((name) => this.#find(name, wallets, bill)))
    if (signal.aborted) return
    this.#bill = bill
    this.#card = card
    this.#isLate = atForm.has(this.#ends.payment().state)
    this.#offered = found.filter((one) => one !== undefined)
    await this.#ends.changed()
  }

  /** The shop's page has another order, or none: the offers of the last one are void. */
  clear(): void {
    this.#asked.abort()
    this.#offered = []
  }

  /** Whether the form was shown before the buttons, which then stand below it and push nothing away. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** What is happening, in a sentence, while a sheet is open. */
  progress({ texts: { checkout }, direction }: Translation): string | undefined {
    return this.#open && format(checkout.inWallet, { wallet: this.#open.label }, { direction })
  }

  /** The buttons with the alert on them, and what parts them from the form below. */
  buttons({ state }: Payment, translation: Translation, scheme: 'light' | 'dark', alert: Shown): Shown {
    if (!this.#offered.length) return alert
    const words = translation.texts.checkout
    this.#locale = translation.locale
    const busy = state !== 'ready'
    return html`<div
        class="express${busy ? ' busy' : ''}${this.#isLate ? ' late' : ''}"
        ?inert=${busy}
        role="group"
        aria-label=${words.wallets}
      >
        ${this.#offered.map((one) => this.#buttonOf(one, translation, scheme))}
      </div>
      ${alert} ${this.#card && !this.#isLate ? html`<p class="or">${words.orByCard}</p>` : nothing}`
  }

  async #find(name: WalletName, offers: WalletOffers, bill: Bill): Promise<Offered | undefined> {
    try {
      const wallet = await this.#wallet(name, offers)
      return wallet && (await wallet.isAvailable(bill)) ? { name, wallet } : undefined
    } catch (error) {
      this.#ends.context.complain(`tender-checkout: ${name} is left out: ${String(error)}`)
      const trouble = troubleIn(error)
      if (trouble.code === 'script_failed') this.#ends.report(trouble)
      return undefined
    }
  }

  async #wallet(name: WalletName, offers: WalletOffers): Promise<Wallet | undefined> {
    const offer = offers[name]
    const { clock } = this.#ends.context
    if (offer?.sheet === undefined) return await adapters[name](offers, clock)
    const { sandboxWallet } = await retryImport(() => import('./sandbox-wallet.ts'), clock)
    return sandboxWallet(name, { ...offer, sheet: offer.sheet }, { context: this.#ends.context, place: this.#place })
  }

  #buttonOf(
    shown: Offered,
    { texts, locale, direction }: Translation,
    scheme: ButtonAppearance['scheme'],
  ): HTMLElement {
    const styled = `${locale} ${scheme}`
    if (shown.button && shown.styled === styled) return shown.button
    const label = format(texts.checkout.payWith, { wallet: shown.wallet.label }, { direction })
    const press = (): void => void this.#pay(shown)
    const button = shown.wallet.button({ label, locale, scheme, root: this.#root, press })
    button.dataset['testid'] = `wallet-${shown.name.replace('Pay', '-pay')}`
    shown.styled = styled
    return (shown.button = button)
  }

  async #pay({ name, wallet }: Offered): Promise<void> {
    const payment = this.#ends.payment()
    await payByWallet(payment, name, (signal) => {
      this.#open = wallet
      const session = async (url: string) => await payment.card().walletSession(url)
      const given = wallet.pay({ bill: this.#bill, locale: this.#locale, signal, session })
      void this.#ends.changed()
      return given.finally(() => {
        this.#open = undefined
        void this.#ends.changed()
      })
    })
    await this.#ends.changed()
    if (payment.state === 'ready') this.#focus(name)
  }

  /** Back where the shopper was; Google's button lies in an element of its own. */
  #focus(name: WalletName): void {
    const button = this.#offered.find((one) => one.name === name)?.button
    ;(button?.querySelector('button') ?? button)?.focus()
  }
}
