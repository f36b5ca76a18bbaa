import { queryOf, type Settings } from './settings.ts'

/** What is answered to a request for an order: its ticket, or why it is refused. */
interface Answer {
  readonly ticket?: string
  readonly orderNumber?: string
  readonly field?: string
  readonly rule?: string
  readonly message?: string
}

/** The order's part of a query: an order that differs in it is another one. */
const ofOrder = (query: URLSearchParams): string =>
  new URLSearchParams([...query].filter(([name]) => /^(?:order|fault)\./.test(name))).toString()

/** A checkout that is shown as the controls of a page say. */
export class LiveCheckout {
  readonly element = document.createElement('tender-checkout')
  readonly #place: HTMLElement
  readonly #note: (text: string) => void
  /** Attributes and tokens that are set, so that those that are no longer wanted can be taken away. */
  #shown: Settings | undefined
  #ordered: string | undefined

  /** The element is added to `place` once it has an order; `note` shows a sentence about the order. */
  constructor(proxy: string, place: HTMLElement, note: (text: string) => void) {
    this.element.setAttribute('src', proxy)
    this.#place = place
    this.#note = note
  }

  /** Sets attributes and tokens, also while the checkout is shown. */
  show(settings: Settings): void {
    const { element } = this
    const shown = this.#shown
    for (const name of shown?.attribute.keys() ?? []) if (!settings.attribute.has(name)) element.removeAttribute(name)
    for (const name of shown?.token.keys() ?? []) if (!settings.token.has(name)) element.style.removeProperty(name)
    for (const [name, value] of settings.attribute) element.setAttribute(name, value === 'yes' ? '' : value)
    for (const [name, value] of settings.token) element.style.setProperty(name, value)
    this.#shown = settings
  }

  /** Opens the order of the settings; a number is that of an order which the shopper returns to. */
  async open(settings: Settings, orderNumber?: string): Promise<void> {
    const query = queryOf(settings)
    const wanted = ofOrder(query)
    if (wanted === this.#ordered) return
    this.#ordered = wanted
    const asked = new URLSearchParams(wanted)
    asked.set('back', query.toString())
    if (orderNumber) asked.set('order.orderNumber', orderNumber)
    const answer = await fetch(`/playground/order?${asked.toString()}`)
    const body = (await answer.json()) as Answer
    if (wanted !== this.#ordered) return // another order was opened meanwhile
    if (!body.ticket) return this.#note(`${body.field ?? 'This order'} ${body.rule ?? body.message ?? 'is refused'}.`)
    this.#note(`Order ${body.orderNumber}`)
    this.element.setAttribute('order', body.ticket)
    if (!this.element.isConnected) this.#place.append(this.element)
  }

  /** Opens another order of the same settings. */
  renew(settings: Settings): Promise<void> {
    this.#ordered = undefined
    return this.open(settings)
  }
}
