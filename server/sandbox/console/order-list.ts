import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { ShownOrder } from './context.ts'

/** The console's page about one order. */
export const orderPageAddress = (orderNumber: string): string => `/?order=${encodeURIComponent(orderNumber)}`

/** How many orders a page shows. */
const SHOWN = 200

/** The latest orders as a table; each links to its own timeline and switches. */
export const orderList = (orders: readonly ShownOrder[]): string =>
  `<details class="orders"><summary>Orders (${orders.length})</summary>
<form method="get" action="/"><label>Order number<small>Also one that is yet to be registered.</small><input name="order" maxlength="36" required></label>
<button type="submit">Show</button></form>
<div class="scroll" role="region" aria-label="Orders" tabindex="0"><table>
<thead><tr><th scope="col">Number</th><th scope="col">State</th><th scope="col">Amount, minor units</th><th scope="col">Currency</th><th scope="col">Merchant</th></tr></thead>
<tbody>${orders.slice(0, SHOWN).map(row).join('')}</tbody></table></div></details>`

const row = ({ orderNumber, state, amount, currency, merchant }: ShownOrder): string =>
  `<tr><td><a href="${escapeHtml(orderPageAddress(orderNumber))}">${escapeHtml(orderNumber)}</a></td><td>${escapeHtml(
    state,
  )}</td><td>${amount}</td><td>${escapeHtml(currency)}</td><td>${escapeHtml(merchant)}</td></tr>`
