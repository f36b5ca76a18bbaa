import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { Cards, Order, Try } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import { SHOP_NAME } from '../addresses.ts'
import { attributes, banner, checkout, documentOf, field } from '../markup.ts'
import type { Numbered } from '../shop/order.ts'
import { amountField, captureChoice, clientField, currencyChoice, operatorTerms } from '../shop/panel.ts'
import { priceOf } from '../shop/price.ts'
import { orderFacts } from './order-facts.ts'

type StoredCard = Cards['cards'][number]

export interface OperatorPage {
  readonly preset: Numbered
  readonly ticket: string
  readonly proxy: string
  readonly console: string
  readonly orders: readonly Order[]
  readonly cards: readonly StoredCard[]
  /** The query that shows this page again. */
  readonly query: string
  /** Order number of the next charge without the shopper. */
  readonly nextNumber: string
  /** The result of the last action. */
  readonly notice?: string
}

const buttons: Readonly<Partial<Record<TryState, readonly (readonly [action: string, text: string])[]>>> = {
  open: [['cancel', 'Cancel']],
  authenticating: [['cancel', 'Cancel']],
  held: [
    ['capture', 'Capture'],
    ['cancel', 'Give back'],
  ],
  paid: [['refund', 'Refund']],
}

/** A button that posts an action and returns to this page. */
const actionButton = (action: string, text: string, sent: Readonly<Record<string, string>>): string =>
  `<form method="post" action="/operator/${action}">${Object.entries(sent)
    .map(([name, value]) => `<input type="hidden"${attributes({ name, value })}>`)
    .join('')}<button>${text}</button></form>`

/** Why an order is in its state; nothing where that says no more than the state. */
const reasonOf = ({ state, reason }: Try): string =>
  reason === undefined || reason === state ? '' : ` <span class="dim">${reason.replaceAll('_', ' ')}</span>`

/** The amount of an order; a card that was only checked costs nothing. */
const amountOf = ({ state, amount, currency }: Try): string =>
  state === 'verified' ? 'card check' : escapeHtml(priceOf(amount, currency ?? ''))

const orderRow = (order: Order, query: string): string => {
  const { orderNumber, state, current } = order
  const facts = orderFacts(order)
  return `
<tr><td dir="ltr">${escapeHtml(orderNumber)}</td><td>${amountOf(current)}</td>
<td><span class="tag ${state}">${state}</span>${reasonOf(current)}</td>
<td><div class="actions">${(buttons[state] ?? []).map(([action, text]) => actionButton(action, text, { orderNumber, query })).join('')}</div></td></tr>${facts && `<tr class="more"><td colspan="4">${facts}</td></tr>`}`
}

const ordersTable = ({ orders, query }: OperatorPage): string =>
  orders.length
    ? `<div class="wide" tabindex="0" role="region" aria-label="Latest orders"><table class="orders">
<thead><tr><th>Order</th><th>Amount</th><th>State</th><th>What to do</th></tr></thead>
<tbody>${orders.map((order) => orderRow(order, query)).join('')}</tbody></table></div>`
    : '<p class="dim">None yet: pay in the shop, or above.</p>'

const cardRow = (card: StoredCard, { preset, query, nextNumber }: OperatorPage): string => {
  const { bindingId, bindingCategory, maskedPan } = card
  const named = { clientId: preset.clientId!, bindingId, query }
  const [action, tii] = bindingCategory === 'RECURRENT' ? ['chargeRecurrent', 'R'] : ['charge', 'U']
  const charge = { ...named, orderNumber: nextNumber, amount: String(preset.amount), currency: preset.currency }
  return `<tr><td dir="ltr">${escapeHtml(maskedPan ?? '')}</td><td>${escapeHtml(bindingCategory ?? '')}</td>
<td><div class="actions">${actionButton(action!, `Charge ${escapeHtml(priceOf(preset.amount, preset.currency))} (tii ${tii})`, charge)}${actionButton('removeCard', 'Remove', named)}</div></td></tr>`
}

const cardsTable = (office: OperatorPage): string => {
  const { clientId } = office.preset
  if (!clientId) return '<p class="dim">Name a client in the order to see the stored cards.</p>'
  const link = `<p><a href="/webhooks/clients/${escapeHtml(encodeURIComponent(clientId))}">Webhooks about these cards</a></p>`
  if (!office.cards.length) return `<p class="dim">This client has none.</p>${link}`
  return `<div class="wide" tabindex="0" role="region" aria-label="Stored cards"><table>
<thead><tr><th>Card</th><th>Stored as</th><th>Without the shopper</th></tr></thead>
<tbody>${office.cards.map((card) => cardRow(card, office)).join('')}</tbody></table></div>${link}`
}

const newOrder = ({ preset }: OperatorPage): string => `
<form class="order" action="/operator" method="get">
  ${amountField(preset.amount)}
  ${currencyChoice(preset.currency)}
  ${captureChoice(preset.capture)}
  ${clientField(preset.clientId)}
  ${field('E-mail of the payer', { name: 'email', type: 'email', maxlength: '40', value: preset.email ?? '' })}
  <details><summary>More of the ticket</summary>${operatorTerms(preset)}</details>
  <button>New order</button>
</form>`

/** The operator's page: a form for mail and telephone orders, stored cards, and the latest orders. */
export const operatorPage = (office: OperatorPage): string =>
  documentOf({
    title: `Operator — ${SHOP_NAME}`,
    head: `<script async crossorigin src="${escapeHtml(office.proxy)}/v1/checkout.js"></script>`,
    body: `${banner({ about: 'Orders by telephone', here: '/operator', console: office.console })}
<main>
  <div class="column">
    ${office.notice ? `<p class="notice" role="status">${escapeHtml(office.notice)}</p>` : ''}
    <section class="basket" aria-labelledby="moto">
      <h1 id="moto">Order by phone</h1>
      <p class="dim" dir="ltr">Order ${escapeHtml(office.preset.orderNumber)} · ${escapeHtml(priceOf(office.preset.amount, office.preset.currency))}</p>
      ${checkout({ order: office.ticket, src: office.proxy })}
    </section>
  </div>
  <div class="column">
    <details open><summary>Order</summary>${newOrder(office)}</details>
    <section class="basket" aria-labelledby="cards"><h2 id="cards">Stored cards of the client</h2>${cardsTable(office)}</section>
  </div>
  <section class="basket across" aria-labelledby="orders"><h2 id="orders">Latest orders</h2>${ordersTable(office)}
    <p><a href="/operator?${escapeHtml(office.query)}">Read again</a></p></section>
</main>`,
  })
