import { hasFailed, isPaid } from '#contract/outcome.ts'
import { withParameters } from '#contract/with-parameters.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import { parseUrl } from '#browser/parse-url.ts'
import type { Progress } from '#bridge/protocol.ts'
import type { TenderCheckout } from '../element.ts'
import type { ErrorDetail, OrderDetail, Result } from '../state/events.ts'
import { fieldNames, type FieldName, type FormSession, type PaymentData, type PaymentFormOptions } from './options.ts'
import { propertiesOf } from './styles.ts'

export interface FormPage {
  readonly document: Document
  /** The origin that the script is from. */
  readonly proxy: string
  /** The ticket in `data-order` of the script tag. */
  readonly order: string | undefined
  leave(address: string): void
  complain(line: string): void
}

/** Why a payment was not made: `name` is the reason of a decline, the code of an error, or `form_invalid`. */
const errorOf = (name: string, message: string): Error => Object.assign(new Error(message), { name })

/** The names of the fields in the events of the element. */
const ownNames: Readonly<Record<FieldName, string>> = { pan: 'number', expiry: 'expiry', cvc: 'cvc' }

const inTicket: Readonly<Record<keyof PaymentData, string>> = {
  email: 'email',
  phone: 'phone',
  cardholderName: 'cardholderName',
  saveCard: 'save',
  jsonParams: 'jsonParams',
}

/** `window.PaymentForm` of the bank's script over the element, for pages that were written for it. */
export class PaymentForm {
  readonly #options: PaymentFormOptions
  readonly #page: FormPage
  readonly #order: string
  readonly #checkout: TenderCheckout
  readonly #restore: (() => void)[] = []
  /** The last error, which explains why the form did not open or a payment did not begin. */
  #error: ErrorDetail | undefined

  constructor(page: FormPage, options: PaymentFormOptions) {
    this.#page = page
    this.#options = options
    this.#order = options.order ?? page.order ?? ''
    this.#checkout = page.document.createElement('tender-checkout') as TenderCheckout
    this.#listen()
    if (!this.#order) this.#complain(NO_TICKET)
    if (fieldNames.some((name) => options.fields?.[name]?.onFocus ?? options.fields?.[name]?.onBlur))
      this.#complain('onFocus and onBlur are not called: the fields are in one frame, which the page cannot see into.')
  }

  /** Shows the form in the place of the card number; resolves when it can be typed into. */
  init(): Promise<FormSession> {
    const { fields, containerClassName, language, autoFocus } = this.#options
    const place = fields?.pan?.container
    if (!this.#order) return Promise.reject(errorOf('ticket_missing', NO_TICKET))
    if (!place) return Promise.reject(errorOf('config_fields', 'fields.pan.container must be an element of the page.'))
    const attributes = { order: this.#order, src: this.#page.proxy, 'hide-button': '', locale: language ?? '' }
    for (const [name, value] of Object.entries(attributes)) this.#checkout.setAttribute(name, value)
    for (const [name, value] of propertiesOf(this.#options.styles)) this.#checkout.style.setProperty(name, value)
    if (containerClassName) this.#checkout.classList.add(...containerClassName.split(/\s+/).filter(Boolean))
    this.#hide('expiry', 'cvc')
    const opened = this.#opened()
    place.append(this.#checkout)
    return opened.then(() => {
      if (autoFocus) this.#checkout.focus()
      return { orderSession: { bindings: [], bindingEnabled: false } }
    })
  }

  /** Stored cards are chosen in the form, since the page gets none of them. */
  selectBinding(bindingId: string | null): void {
    if (bindingId !== null)
      this.#complain('selectBinding: the form shows the stored cards itself; the claim bindingId chooses one.')
  }

  /** Pays what was typed; resolves when the order is paid or is still being decided, and rejects otherwise. */
  async doPayment(data: PaymentData = {}): Promise<Result> {
    const given = (Object.keys(inTicket) as (keyof PaymentData)[]).filter((name) => data[name])
    if (given.length)
      this.#complain(
        `doPayment: ${given.join(', ')} must be in the ticket (${given.map((it) => inTicket[it]).join(', ')}).`,
      )
    // After a decline the form may be shown already, with what the shopper has typed since.
    const isAway = this.#checkout.shadowRoot?.querySelector('.screen')
    if (isAway && hasFailed(this.#checkout.state)) await this.#checkout.reset()
    this.#error = undefined
    const result = await this.#checkout.submit()
    if (isPaid(result.state) || result.state === 'pending') return result
    const error = this.#error as ErrorDetail | undefined
    if (error) throw errorOf(error.code, error.message)
    if (result.state === 'ready') throw errorOf('form_invalid', 'The card form is not complete.')
    throw errorOf(result.reason ?? result.state, `The payment is ${result.state}.`)
  }

  destroy(): void {
    this.#checkout.remove()
    for (const restore of this.#restore.splice(0)) restore()
  }

  #opened(): Promise<void> {
    const checkout = this.#checkout
    return new Promise((resolve, reject) => {
      checkout.addEventListener('tender-ready', () => resolve(), { once: true })
      checkout.addEventListener('tender-error', ({ detail: { code = 'failed', message = code } }) => {
        if (checkout.getAttribute('state') === 'failed') reject(errorOf(code, message))
      })
    })
  }

  #listen(): void {
    const checkout = this.#checkout
    checkout.addEventListener('tender-change', ({ detail }) => this.#changed(detail))
    checkout.addEventListener('tender-error', ({ detail }) => (this.#error = detail))
    checkout.addEventListener('tender-ready', ({ detail }) => this.#compare(detail))
    for (const event of ['tender-paid', 'tender-held', 'tender-verified'] as const)
      checkout.addEventListener(event, ({ detail }) => this.#goBack(detail))
  }

  #changed({ complete, invalid }: Progress): void {
    const { fields = {}, onFormValidate } = this.#options
    for (const name of fieldNames)
      fields[name]?.onValidate?.(!invalid.includes(ownNames[name]), fields[name]?.container ?? undefined)
    onFormValidate?.(complete)
  }

  /** The bank's script also leads the shopper back by itself. */
  #goBack({ orderId }: OrderDetail): void {
    const { returnUrl } = claimsOf(this.#order)
    const url = parseUrl(String(returnUrl))
    if (!url) return
    const address = orderId ? withParameters(url.href, { orderId }) : url.href
    if (!runsCode.has(url.protocol.slice(0, -1))) this.#page.leave(address)
  }

  /** The ticket is what is paid; another order in `mdOrder` is a mistake of the page. */
  #compare({ orderId, orderNumber }: OrderDetail): void {
    const { mdOrder } = this.#options
    if (mdOrder && orderId && mdOrder !== orderId)
      this.#complain(`mdOrder ${mdOrder} is not the order of the ticket: ${orderNumber} is ${orderId} at the gateway.`)
  }

  /** Hides the places of the fields that the form has itself, with their labels. */
  #hide(...names: readonly FieldName[]): void {
    for (const name of names) {
      const place = this.#options.fields?.[name]?.container
      if (!place) continue
      const label = place.id ? this.#page.document.querySelector(`label[for="${CSS.escape(place.id)}"]`) : null
      for (const one of [place, label]) {
        if (!one || one.hasAttribute('hidden')) continue
        one.toggleAttribute('hidden', true)
        this.#restore.push(() => one.removeAttribute('hidden'))
      }
    }
  }

  #complain(sentence: string): void {
    this.#page.complain(`tender-checkout: PaymentForm: ${sentence}`)
  }
}

const NO_TICKET =
  'there is no ticket. Sign one on your server for the order of mdOrder (its number, amount, currency and returnUrl), ' +
  'and pass it as "order": new PaymentForm({ mdOrder, order, … }), or as data-order of the script tag.'

/** Addresses that are no page. */
const runsCode: ReadonlySet<string> = new Set(['javascript', 'data', 'blob'])
