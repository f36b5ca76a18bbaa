import { escapeHtml } from '#router/hop.ts'
import type { Cards, Order, TryState } from '#contract/merchant.ts'
import { attributes, banner, checkout, documentOf, field } from '../markup.ts'
import type { Numbered } from '../shop/order.ts'
import { amountField, clientField, currencyChoice } from '../shop/panel.ts'
import { priceOf } from '../shop/price.ts'

type StoredCard = Cards['cards'][number]

/** What the operator sees. */
export interface Desk {
  readonly wish: Numbered
  readonly ticket: string
  readonly proxy: string
  readonly orders: readonly Order[]
  readonly cards: readonly StoredCard[]
  /** The query that shows this page again. */
  readonly query: string
  /** Number of the next charge without the shopper. */
  readonly nextNumber: string
  /** What came of the last button. */
  readonly notice?: string
}

const buttons: Readonly<Partial<Record<TryState, readonly (readonly [deed: string, text: string])[]>>> = {
  open: [['cancel', 'Cancel']],
  authenticating: [['cancel', 'Cancel']],
  held: [
    ['capture', 'Capture'],
    ['cancel', 'Give back'],
  ],
  paid: [['refund', 'Refund']],
}

/** A button that does something and comes back here. */
const deedButton = (deed: string, text: string, sent: Readonly<Record<string, string>>): string =>
  `<form method="post" action="/operator/${deed}">${Object.entries(sent)
    .map(([name, value]) => `<input type="hidden"${attributes({ name, value })}>`)
    .join('')}<button>${text}</button></form>`

const orderRow = ({ orderNumber, state, current }: Order, query: string): string => `
<tr><td dir="ltr">${escapeHtml(orderNumber)}</td><td>${escapeHtml(priceOf(current.amount, current.currency ?? ''))}</td>
<td><span class="tag ${state}">${state}</span>${current.reason ? ` <span class="dim">${current.reason}</span>` : ''}</td>
<td><div class="deeds">${(buttons[state] ?? []).map(([deed, text]) => deedButton(deed, text, { orderNumber, query })).join('')}</div></td></tr>`

const ordersTable = ({ orders, query }: Desk): string =>
  orders.length
    ? `<div class="wide" tabindex="0" role="region" aria-label="Latest orders"><table>
<thead><tr><th>Order</th><th>Amount</th><th>State</th><th>What to do</th></tr></thead>
<tbody>${orders.map((order) => orderRow(order, query)).join('')}</tbody></table></div>`
    : '<p class="dim">None yet: pay in the shop, or above.</p>'

const cardRow = (card: StoredCard, { wish, query, nextNumber }: Desk): string => {
  const { bindingId, bindingCategory, maskedPan } = card
  const named = { clientId: wish.clientId!, bindingId, query }
  const [deed, tii] = bindingCategory === 'RECURRENT' ? ['chargeRecurrent', 'R'] : ['charge', 'U']
  const charge = { ...named, orderNumber: nextNumber, amount: String(wish.amount), currency: wish.currency }
  return `<tr><td dir="ltr">${escapeHtml(maskedPan ?? '')}</td><td>${escapeHtml(bindingCategory ?? '')}</td>
<td><div class="deeds">${deedButton(deed!, `Charge ${escapeHtml(priceOf(wish.amount, wish.currency))} (tii ${tii})`, charge)}${deedButton('removeCard', 'Remove', named)}</div></td></tr>`
}

const cardsTable = (desk: Desk): string => {
  if (!desk.wish.clientId) return '<p class="dim">Name a client above to see the stored cards.</p>'
  if (!desk.cards.length) return '<p class="dim">This client has none.</p>'
  return `<div class="wide" tabindex="0" role="region" aria-label="Stored cards"><table>
<thead><tr><th>Card</th><th>Stored as</th><th>Without the shopper</th></tr></thead>
<tbody>${desk.cards.map((card) => cardRow(card, desk)).join('')}</tbody></table></div>`
}

const newOrder = ({ wish }: Desk): string => `
<form class="order" action="/operator" method="get">
  ${amountField(wish.amount)}
  ${currencyChoice(wish.currency)}
  ${clientField(wish.clientId)}
  ${field('E-mail of the payer', { name: 'email', type: 'email', maxlength: '40', value: wish.email ?? '' })}
  <button>New order</button>
</form>`

/** The operator's page: a form for mail and telephone orders, stored cards, and the latest orders. */
export const operatorPage = (desk: Desk): string =>
  documentOf({
    title: 'Operator — Kettle & Cup',
    head: `<script src="${escapeHtml(desk.proxy)}/v1/checkout.js"></script>`,
    body: `${banner('Operator', 'Mail and telephone orders · sandbox, no money moves', '/operator')}
<main>
  <div class="column">
    ${desk.notice ? `<p class="notice" role="status">${escapeHtml(desk.notice)}</p>` : ''}
    <section class="basket" aria-labelledby="moto">
      <h1 id="moto">Order by phone</h1>
      <p class="dim" dir="ltr">Order ${escapeHtml(desk.wish.orderNumber)} · ${escapeHtml(priceOf(desk.wish.amount, desk.wish.currency))}</p>
      ${checkout({ order: desk.ticket, src: desk.proxy })}
    </section>
  </div>
  <div class="column">
    <details open><summary>Order</summary>${newOrder(desk)}</details>
    <section class="basket" aria-labelledby="cards"><h2 id="cards">Stored cards of the client</h2>${cardsTable(desk)}</section>
    <section class="basket" aria-labelledby="orders"><h2 id="orders">Latest orders</h2>${ordersTable(desk)}
      <p><a href="/operator?${escapeHtml(desk.query)}">Read again</a></p></section>
  </div>
</main>`,
  })
