import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import { fractionDigitsOf } from '#contract/money/currencies.ts'
import { decimalOf } from '#contract/money/decimal.ts'
import { textLanguage, translate, type Words } from '../errors/words/translate.ts'
import type { Order } from '../orders/order.ts'

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0 auto;max-width:26rem;padding:1rem}
h1{font-size:1.25rem;margin:1rem 0 0}
form,label{display:grid;gap:.25rem}
form{gap:.9rem;margin-block:1rem}
input,button{font:inherit;min-height:2.75rem;padding:.4rem .7rem;border:1px solid GrayText;border-radius:.5rem;min-width:0}
button{font-weight:600;cursor:pointer}
.wrong{color:light-dark(#a3262a,#ff9b9b)}
small{color:color-mix(in srgb,CanvasText 70%,Canvas)}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
`

const integrity = inlineHash(style)

/**
 * No scripts, no external resources. form-action is not limited, since browsers also apply it to the redirects from the
 * form to the bank and the merchant.
 */
export const paymentPagePolicy = `default-src 'none'; style-src ${integrity}; img-src data:; base-uri 'none'; frame-ancestors 'none'`

const sumOf = ({ amount, currency }: Order): string => `${decimalOf(amount, fractionDigitsOf(currency))} (${currency})`

const field = (label: string, rest: string): string => `<label>${label}<input required ${rest}></label>`

const texts = {
  title: { en: 'Payment page', ru: 'Страница оплаты', be: 'Старонка аплаты', kk: 'Төлем беті' },
  order: { en: 'Order', ru: 'Заказ', be: 'Заказ', kk: 'Тапсырыс' },
  receipt: { en: 'Receipt to', ru: 'Чек на адрес', be: 'Чэк на адрас', kk: 'Чек мекенжайы' },
  pan: { en: 'Card number', ru: 'Номер карты', be: 'Нумар карткі', kk: 'Карта нөмірі' },
  expiry: {
    en: 'Expiry, month and year',
    ru: 'Срок действия, месяц и год',
    be: 'Тэрмін дзеяння, месяц і год',
    kk: 'Жарамдылық мерзімі, айы мен жылы',
  },
  cvc: { en: 'Security code', ru: 'Код безопасности', be: 'Код бяспекі', kk: 'Қауіпсіздік коды' },
  holder: { en: 'Name on the card', ru: 'Имя на карте', be: 'Імя на картцы', kk: 'Картадағы аты-жөні' },
  pay: { en: 'Pay', ru: 'Оплатить', be: 'Аплаціць', kk: 'Төлеу' },
  sandbox: {
    en: 'Sandbox gateway: no money moves',
    ru: 'Тестовый шлюз: деньги не списываются',
    be: 'Тэставы шлюз: грошы не спісваюцца',
    kk: 'Сынақ шлюзі: ақша есептен шығарылмайды',
  },
} as const satisfies Record<string, Words>

/** What the form shows beside the order. */
export interface FormOptions {
  readonly merchant: string
  /** The gateway's code of the page's language. */
  readonly language: string
  /** The error for which the form is shown again. */
  readonly wrong?: string | undefined
  /** The error in the words of the API, for the shop's developer, where the payer cannot correct it. */
  readonly note?: string | undefined
}

/** The form of an order that may be paid, with the payer's name and e-mail address (online gateway 4.1). */
export function paymentForm(order: Order, { merchant, language, wrong, note }: FormOptions): string {
  const text = (name: keyof typeof texts): string => translate(texts[name], language)
  const { email } = order.payer
  const holder = order.cardholderName === undefined ? '' : ` value="${escapeHtml(order.cardholderName)}"`
  return `<!doctype html>
<html lang="${textLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('title')}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(merchant)}</h1>
<p>${text('order')} ${escapeHtml(order.number)}, ${sumOf(order)}</p>
${email === undefined ? '' : `<p>${text('receipt')} ${escapeHtml(email)}</p>`}
${wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}
${note === undefined ? '' : `<p><small>${escapeHtml(note)}</small></p>`}
<form method="post">
${field(text('pan'), 'name="pan" inputmode="numeric" autocomplete="cc-number" maxlength="23"')}
${field(text('expiry'), 'name="expiry" autocomplete="cc-exp" placeholder="12/34" maxlength="7"')}
${field(text('cvc'), 'name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}
${field(text('holder'), `name="holder" autocomplete="cc-name" maxlength="150"${holder}`)}
<button type="submit">${text('pay')}</button>
</form>
</main>
<footer><small>${text('sandbox')}</small></footer>
</body>
</html>`
}
