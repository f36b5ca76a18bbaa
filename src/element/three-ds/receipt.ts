import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Receipt } from '#contract/checkout.ts'
import { isByCode, labelIn } from '#contract/methods/methods.ts'
import { dateIn } from '#texts/formats.ts'
import { moneyIn } from '../i18n/currencies.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import type { Payment } from '../state/payment.ts'

type Shown = Pick<Payment, 'detail' | 'charged' | 'outcome' | 'method'>
type Cell = TemplateResult | undefined

/** What a result says of its order: the amount, the card, the time and the number, as far as they are known. */
export function receiptView(payment: Shown, translation: Translation): TemplateResult {
  const { checkout, card } = translation.texts
  const { orderNumber, currency } = payment.detail
  const receipt = payment.outcome && 'receipt' in payment.outcome ? payment.outcome.receipt : undefined
  return html`<dl class="receipt">
    ${row(checkout.receiptAmount, payment.charged ? value(moneyIn(translation)(payment.charged, currency)) : undefined)}
    ${row(card.unknownBrand, cardOf(receipt, walletOf(payment, translation)))}
    ${row(checkout.receiptDate, timeOf(receipt, translation))}
    ${row(checkout.receiptOrder, orderNumber ? value(orderNumber) : undefined)}
  </dl>`
}

const row = (label: string, cell: Cell): TemplateResult | typeof nothing =>
  cell === undefined
    ? nothing
    : html`<div>
        <dt .textContent=${label}></dt>
        <dd>${cell}</dd>
      </div>`

/** What is the same in every language. */
const value = (text: string): TemplateResult => html`<bdi translate="no" .textContent=${text}></bdi>`

/** The wallet that has paid, where this page has opened its sheet. */
const walletOf = ({ method }: Shown, { locale }: Translation): string | undefined =>
  method && !isByCode(method) ? labelIn(locale, method) : undefined

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

/** Names of the brands that are written the same everywhere; the gateway's text for any other is not shown. */
const brandNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['maestro', 'Maestro'],
  ['mir', 'Mir'],
  ['american-express', 'American Express'],
  ['unionpay', 'UnionPay'],
  ['jcb', 'JCB'],
  ['discover', 'Discover'],
  ['diners-club', 'Diners Club'],
  ['humo', 'Humo'],
  ['uzcard', 'UzCard'],
])
