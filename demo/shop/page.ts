import { escapeHtml } from '#router/hop.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Wish } from './order.ts'

/** What the shop's page shows. */
export interface Goods {
  readonly wish: Wish & { readonly orderNumber: string }
  readonly ticket: string
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
  /** The price as the shop writes it. */
  readonly price: string
  readonly direction: 'ltr' | 'rtl'
}

type Attributes = Readonly<Record<string, string | undefined>>

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(value!)}"`)
    .join('')

const checkout = ({ wish, ticket, proxy }: Goods): string =>
  `<tender-checkout${attributes({
    order: ticket,
    src: proxy,
    locale: wish.locale,
    presentation: wish.presentation === 'redirect' ? 'redirect' : undefined,
  })}></tender-checkout>`

const choice = (name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): string =>
  `<label>${label}<select name="${name}">${options
    .map(([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`)
    .join('')}</select></label>`

const orderForm = ({ wish }: Goods): string => `
<form class="order" action="/" method="get">
  <label>Amount, minor units<input name="amount" inputmode="numeric" pattern="[0-9]{1,12}" required value="${wish.amount}"></label>
  ${choice('currency', 'Currency', wish.currency, [
    ['978', 'EUR (978)'],
    ['840', 'USD (840)'],
    ['643', 'RUB (643)'],
    ['933', 'BYN (933)'],
    ['392', 'JPY (392)'],
    ['414', 'KWD (414)'],
  ])}
  ${choice('capture', 'Capture', wish.capture, [
    ['one-phase', 'One-phase: debit now'],
    ['two-phase', 'Two-phase: hold first'],
  ])}
  ${choice('locale', 'Language', wish.locale ?? 'en', [
    ['en', 'English'],
    ['ru', 'Русский'],
    ['ar', 'العربية'],
  ])}
  ${choice('presentation', '3-D Secure', wish.presentation, [
    ['dialog', 'In a dialog'],
    ['redirect', 'As a full page'],
  ])}
  <button>New order</button>
</form>`

const spaced = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1 ')

const expiryText = (expiry: string): string => `${expiry.slice(4)} / ${expiry.slice(2, 4)}`

const cardRow = ({ pan, expiry, cvc, what, outcome, threeDs }: TestCard): string => `
<li>
  <button type="button" class="copy" data-copy="${pan}" aria-label="Copy ${spaced(pan)}">Copy</button>
  <span class="pan" dir="ltr">${spaced(pan)} <span class="dim">${expiryText(expiry)} · ${cvc}</span></span>
  <span class="tag ${outcome}">${threeDs === 'none' ? '' : `${threeDs} · `}${outcome}</span>
  <span class="what dim">${escapeHtml(what)}</span>
</li>`

/** The whole page. */
export const page = (goods: Goods): string => `<!doctype html>
<html lang="${escapeHtml(goods.wish.locale ?? 'en')}" dir="${goods.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kettle &amp; Cup — checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<script src="${escapeHtml(goods.proxy)}/v1/checkout.js"></script>
<script src="/shop.js" type="module"></script>
</head>
<body data-console="${escapeHtml(goods.console)}">
<header><strong>Kettle &amp; Cup</strong><span class="dim">Demo shop · sandbox, no money moves</span></header>
<main>
  <div class="column">
  <section class="basket" aria-labelledby="basket">
    <h1 id="basket">Your order</h1>
    <div class="item">
      <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true"><path d="M10 18h24v12a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10z" fill="currentColor"/><path d="M34 21h3a5 5 0 0 1 0 10h-3.5" fill="none" stroke="currentColor" stroke-width="3"/><path d="M17 13c0-3 3-3 3-6M25 13c0-3 3-3 3-6" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>
      <div><b>Coffee set</b><br><span class="dim" dir="ltr">Order ${escapeHtml(goods.wish.orderNumber)}</span></div>
      <b class="price"><bdi>${escapeHtml(goods.price)}</bdi></b>
    </div>
    ${checkout(goods)}
  </section>
  <details open><summary>Who said what</summary><ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol></details>
  </div>
  <aside class="column">
    <details open><summary>Order</summary>${orderForm(goods)}</details>
    <details open><summary>Test cards</summary><p class="dim"><a href="/bench">Issue a card of your own</a></p><ul class="cards">${goods.cards.map(cardRow).join('')}</ul></details>
  </aside>
</main>
</body>
</html>`

/** The page for an address that breaks a rule. */
export const complaintPage = (field: string, rule: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kettle &amp; Cup</title><link rel="stylesheet" href="/shop.css"></head>
<body><main><section class="basket"><h1>This order cannot be shown</h1>
<p><b>${escapeHtml(field)}</b> ${escapeHtml(rule)}.</p><p><a href="/">Start a new order</a></p></section></main></body></html>`
