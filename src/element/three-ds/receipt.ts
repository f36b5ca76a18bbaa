import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Receipt } from '#contract/checkout.ts'
import { BANK_PAGE, isByCode, labelIn } from '#contract/methods/methods.ts'
import { brandNames } from '#texts/brand-names.ts'
import { certifiedRows, type ShownWords } from '#texts/shown-words.ts'
import { dateIn } from '#texts/formats.ts'
import { moneyIn } from '../i18n/currencies.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import type { Payment } from '../state/payment.ts'

type Shown = Pick<Payment, 'detail' | 'charged' | 'outcome' | 'method'>
type Cell = TemplateResult | undefined

/**
 * What a result says of its order, as far as it is known: the amount, the card or the method, the time, and the numbers by
 * which banks know it. Those need words that are loaded after the payment.
 */
export function receiptView(payment: Shown, translation: Translation, words?: ShownWords): TemplateResult {
  const { checkout, card } = translation.texts
  const { orderNumber, currency } = payment.detail
  const { method } = payment
  /** Known where this page has opened its sheet or its code. */
  const name = method && method !== BANK_PAGE ? labelIn(translation.locale, method) : undefined
  const receipt = payment.outcome && 'receipt' in payment.outcome ? payment.outcome.receipt : undefined
  return html`<dl class="receipt">
    ${row(checkout.receiptAmount, payment.charged ? value(moneyIn(translation)(payment.charged, currency)) : undefined)}
    ${isByCode(method) ? row(checkout.receiptMethod, textOf(name)) : row(card.unknownBrand, cardOf(receipt, name))}
    ${row(checkout.receiptDate, timeOf(receipt, translation))} ${row(checkout.receiptOrder, textOf(orderNumber))}
    ${words && receipt && certifiedRows(words, receipt).map(([label, text]) => row(label, textOf(text)))}
  </dl>`
}

const row = (label: string, cell: Cell): TemplateResult | typeof nothing =>
  cell === undefined
    ? nothing
    : html`<div>
        <dt .textContent=${label}></dt>
        <dd>${cell}</dd>
      </div>`

const textOf = (text: string | undefined): Cell => (text ? value(text) : undefined)

/** What is the same in every language. */
const value = (text: string): TemplateResult => html`<bdi translate="no" .textContent=${text}></bdi>`

function cardOf({ brand = '', lastDigits }: Receipt = {}, wallet?: string): Cell {
  const known = brandNames.get(brand)
  const name = wallet && known ? `${wallet} (${known})` : (wallet ?? known)
  if (!lastDigits) return name === undefined ? undefined : value(name)
  return html`<bdi translate="no"
    ><span .textContent=${name}></span>
    <bdi dir="ltr"><span aria-hidden="true">••••</span> <span .textContent=${lastDigits}></span></bdi
  ></bdi>`
}

function timeOf({ at }: Receipt = {}, { locale, texts }: Translation): Cell {
  if (at === undefined) return undefined
  const time = dateIn(locale, texts.formats ?? {}, at, { dateStyle: 'medium', timeStyle: 'short' })
  return html`<bdi .textContent=${time}></bdi>`
}
