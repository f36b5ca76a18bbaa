import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import { textLanguage, translate, type Words } from '../errors/words/translate.ts'
import { amountText } from '../orders/currencies.ts'
import { endOf, totalOf, type Order } from '../orders/order.ts'

const style = `
:root{color-scheme:light dark;--page:#eef1f6;--sheet:#fff;--ink:#16202e;--soft:#58657a;--line:#d5dce6;--field:#77849a;--brand:#1d4f91;--on-brand:#fff;--bad:#b42318;--bad-bg:#fef1f0}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--sheet:#181f2a;--ink:#edf1f7;--soft:#a3b0c2;--line:#39465a;--field:#77849a;--brand:#9cc4f8;--on-brand:#0a1c33;--bad:#ff9c92;--bad-bg:#3a1a18}}
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:16px/1.45 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:30rem;padding:.75rem;display:grid;gap:.75rem}
main{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;padding:1rem;display:grid;gap:.9rem}
h1{font-size:1.25rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
p,dl{margin:0}
dl{border-block:1px solid var(--line);padding:.5rem 0;display:grid;gap:.2rem}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
dt,small{color:var(--soft)}
dd{margin:0;font-weight:600;overflow-wrap:anywhere;min-width:0}
form{display:grid;grid-template-columns:1fr 1fr;gap:.9rem}
label{display:grid;gap:.25rem;align-content:end;grid-column:1/-1}
.half{grid-column:auto}
input,button{font:inherit;min-height:3rem;padding:.4rem .75rem;border:1px solid var(--field);border-radius:.6rem;min-width:0}
input{background:transparent;color:inherit}
::placeholder{color:var(--soft);opacity:1}
button{grid-column:1/-1;font-weight:600;cursor:pointer;background:var(--brand);color:var(--on-brand);border-color:transparent}
.wrong{padding:.45rem .65rem;border-radius:.5rem;background:var(--bad-bg);color:var(--bad)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
a{color:inherit}
footer,p:has(a){text-align:center}
@media (max-width:20rem){.half{grid-column:1/-1}}
@media (forced-colors:active){button{border-color:ButtonText}}
`

const integrity = inlineHash(style)

/**
 * No scripts, no external resources. form-action is not limited, since browsers also apply it to the redirects from the
 * form to the bank and the merchant.
 */
export const paymentPagePolicy = `default-src 'none'; style-src ${integrity}; img-src data:; base-uri 'none'; frame-ancestors 'none'`

const field = (label: string, rest: string, isHalf = false): string =>
  `<label${isHalf ? ' class="half"' : ''}>${label}<input required ${rest}></label>`

const fact = (name: string, value: string): string =>
  `<div><dt>${name}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`

const texts = {
  title: { en: 'Payment page', ru: 'Страница оплаты' },
  order: { en: 'Order', ru: 'Заказ' },
  receipt: { en: 'Receipt to', ru: 'Чек на адрес' },
  pan: { en: 'Card number', ru: 'Номер карты' },
  amount: { en: 'Amount', ru: 'Сумма' },
  expiry: { en: 'Expiry date', ru: 'Срок действия' },
  cvc: { en: 'Security code', ru: 'Код безопасности' },
  holder: { en: 'Name on the card', ru: 'Имя на карте' },
  pay: { en: 'Pay', ru: 'Оплатить' },
  back: { en: 'Back to the shop', ru: 'Вернуться в магазин' },
  sandbox: {
    en: 'Sandbox gateway: no money moves',
    ru: 'Тестовый шлюз: деньги не списываются',
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
  const amount = amountText(totalOf(order), order.currency, textLanguage(language))
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
<dl>${fact(text('amount'), amount)}${fact(text('order'), order.number)}${email === undefined ? '' : fact(text('receipt'), email)}</dl>
${wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}
${note === undefined ? '' : `<p><small>${escapeHtml(note)}</small></p>`}
<form method="post">
${field(text('pan'), 'name="pan" inputmode="numeric" autocomplete="cc-number" maxlength="23"')}
${field(text('expiry'), 'name="expiry" autocomplete="cc-exp" placeholder="12/34" maxlength="7"', true)}
${field(text('cvc'), 'name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4"', true)}
${field(text('holder'), `name="holder" autocomplete="cc-name" maxlength="150"${holder}`)}
<button type="submit">${text('pay')} <bdi>${escapeHtml(amount)}</bdi></button>
</form>
<p><a href="${escapeHtml(endOf(order))}">${text('back')}</a></p>
</main>
<footer><small>${text('sandbox')}</small></footer>
</body>
</html>`
}
