import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Receipt } from '#contract/checkout.ts'
import { moneyIn } from '../i18n/currencies.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import type { Payment } from '../state/payment.ts'

type Shown = Pick<Payment, 'detail' | 'charged' | 'outcome'>
type Cell = TemplateResult | string | undefined

/** What a result says of its order: the amount, the card, the time and the number, as far as they are known. */
export function receiptView(payment: Shown, translation: Translation): TemplateResult {
  const { checkout, card } = translation.texts
  const { orderNumber, currency } = payment.detail
  const receipt = payment.outcome && 'receipt' in payment.outcome ? payment.outcome.receipt : undefined
  return html`<dl class="receipt">
    ${row(checkout.receiptAmount, payment.charged ? moneyIn(translation.locale)(payment.charged, currency) : undefined)}
    ${row(card.unknownBrand, cardOf(receipt))} ${row(checkout.receiptDate, timeOf(receipt, translation))}
    ${row(checkout.receiptOrder, orderNumber || undefined)}
  </dl>`
}

const row = (label: string, value: Cell): TemplateResult | typeof nothing =>
  value === undefined
    ? nothing
    : html`<div>
        <dt>${label}</dt>
        <dd><bdi>${value}</bdi></dd>
      </div>`

function cardOf({ brand = '', lastDigits }: Receipt = {}): Cell {
  const name = brandNames.get(brand)
  if (!lastDigits) return name
  return html`${name} <bdi dir="ltr"><span aria-hidden="true">••••</span> ${lastDigits}</bdi>`
}

const timeOf = ({ at }: Receipt = {}, { locale }: Translation): Cell =>
  at === undefined ? undefined : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

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
