import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'

export interface Shown {
  readonly orderNumber: string
  /** The amount as typed, in major units. */
  readonly amount: string
  /** The order's ticket; absent where the amount cannot be read. */
  readonly ticket?: string
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
}

/** A card number in groups of four digits. */
export const spaced = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The expiry and the security code of a card, as typed. */
export const expiryAndCode = ({ expiry, cvc }: TestCard): string => `${expiry.slice(4)}/${expiry.slice(2, 4)}  ${cvc}`

const cardRow = (card: TestCard): string => `<li>
  <button type="button" data-copy="${card.pan}" aria-label="Copy ${spaced(card.pan)}">Copy</button>
  <code>${spaced(card.pan)} ${expiryAndCode(card)}</code><br>${escapeHtml(card.what)}: ${card.outcome}
</li>`

const checkout = ({ ticket, proxy }: Shown): string =>
  ticket === undefined
    ? '<p role="alert">The amount must be a number such as 49.90.</p>'
    : `<tender-checkout order="${escapeHtml(ticket)}" src="${proxy}"></tender-checkout>`

const snippet = (proxy: string): string => `<script async crossorigin src="${proxy}/v1/checkout.js"></script>

<tender-checkout order="…the ticket of your server…" src="${proxy}"></tender-checkout>`

/** The page with an order and its checkout. */
export const pageOf = (shown: Shown): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tender dev</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js"></script>
<script async crossorigin src="${shown.proxy}/v1/checkout.js"></script>
</head>
<body>
<h1>tender dev</h1>
<p>A sandbox on this machine: nobody pays here. <a href="${shown.console}">Its console</a> shows what all parties say.</p>
<main>
<section aria-labelledby="order">
<h2 id="order">Order ${escapeHtml(shown.orderNumber)}</h2>
<form>
  <label>Amount, EUR <input name="amount" inputmode="decimal" required value="${escapeHtml(shown.amount)}"></label>
  <button>New order</button>
</form>
${checkout(shown)}
<h2>Events</h2>
<ol id="events"></ol>
</section>
<aside aria-label="Help">
<h2>Test cards</h2>
<ul>${shown.cards.map(cardRow).join('')}</ul>
<h2>In a page of yours</h2>
<pre><code>${escapeHtml(snippet(shown.proxy))}</code></pre>
</aside>
</main>
</body>
</html>
`
