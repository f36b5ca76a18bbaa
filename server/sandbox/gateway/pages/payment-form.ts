import { createHash } from 'node:crypto'
import { escapeHtml } from '#router/hop.ts'
import { exponentOf } from '../orders/currencies.ts'
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

const integrity = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * No scripts, no external resources. form-action is not limited, since browsers also apply it to the redirects from the
 * form to the bank and the merchant.
 */
export const paymentPagePolicy = `default-src 'none'; style-src ${integrity}; img-src data:; base-uri 'none'; frame-ancestors 'none'`

const sumOf = ({ amount, currency }: Order): string =>
  `${(amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))} (${currency})`

const field = (label: string, rest: string): string => `<label>${label}<input required ${rest}></label>`

/** The form of an order that may be paid; `wrong` is the error for which it is shown again. */
export const paymentForm = (order: Order, merchant: string, wrong?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment page</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(merchant)}</h1>
<p>Order ${escapeHtml(order.number)}, ${sumOf(order)}</p>
${wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}
<form method="post">
${field('Card number', 'name="pan" inputmode="numeric" autocomplete="cc-number" maxlength="23"')}
${field('Expiry, month and year', 'name="expiry" autocomplete="cc-exp" placeholder="12/34" maxlength="7"')}
${field('Security code', 'name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}
${field('Name on the card', 'name="holder" autocomplete="cc-name" maxlength="150"')}
<button type="submit">Pay</button>
</form>
</main>
<footer><small>Sandbox gateway: no money moves</small></footer>
</body>
</html>`
