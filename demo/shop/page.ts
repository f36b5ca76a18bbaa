import { escapeHtml } from '#router/hop.ts'
import type { TryState } from '#contract/merchant/merchant.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { banner, checkout, documentOf } from '../markup.ts'
import { cardTable } from './card-table.ts'
import type { Numbered } from './order.ts'
import { panel } from './panel.ts'

/** What the shop's page shows. */
export interface Goods {
  readonly preset: Numbered
  readonly ticket: string
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
  /** The formatted price. */
  readonly price: string
  readonly direction: 'ltr' | 'rtl'
  /** The order's state, when the shopper returns to the page. */
  readonly state?: TryState
}

const cup = `<svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true"><path d="M10 18h24v12a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10z" fill="currentColor"/><path d="M34 21h3a5 5 0 0 1 0 10h-3.5" fill="none" stroke="currentColor" stroke-width="3"/><path d="M17 13c0-3 3-3 3-6M25 13c0-3 3-3 3-6" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`

/** Without JavaScript: the order's state, or a form that leads to the gateway's own page. */
const hostedPage = ({ ticket, proxy, state = 'open' }: Goods): string =>
  state === 'open' || state === 'declined' || state === 'cancelled'
    ? `
<noscript>${state === 'open' ? '' : `<p role="alert">The payment is ${state}.</p>`}<form class="order" method="post" action="${escapeHtml(proxy)}/pay">
  <input type="hidden" name="order" value="${escapeHtml(ticket)}"><button>Pay on the bank’s page</button>
</form></noscript>`
    : `<noscript><p role="status">The order is ${state}.</p></noscript>`

const basket = (goods: Goods): string => `
<section class="basket" aria-labelledby="basket">
  <h1 id="basket">Your order</h1>
  <div class="item">
    ${cup}
    <div><b>Coffee set</b><br><span class="dim" dir="ltr">Order ${escapeHtml(goods.preset.orderNumber)}</span></div>
    <b class="price"><bdi>${escapeHtml(goods.price)}</bdi></b>
  </div>
  ${checkout({
    order: goods.ticket,
    src: goods.proxy,
    locale: goods.preset.locale,
    presentation: goods.preset.presentation === 'redirect' ? 'redirect' : undefined,
  })}
  ${hostedPage(goods)}
</section>`

/** The whole page. */
export const shopPage = (goods: Goods): string =>
  documentOf({
    title: 'Kettle & Cup — checkout',
    language: goods.preset.locale ?? 'en',
    direction: goods.direction,
    data: { 'data-console': goods.console },
    head: `<script src="${escapeHtml(goods.proxy)}/v1/checkout.js"></script>
<script src="/shop.js" type="module"></script>`,
    body: `${banner('Kettle &amp; Cup', 'Demo shop · sandbox, no money moves', '/')}
<main>
  <div class="column">
  ${basket(goods)}
  <details lang="en" dir="ltr" open><summary>Who said what</summary><ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol></details>
  </div>
  <aside class="column" lang="en" dir="ltr">
    <details open><summary>Order</summary>${panel(goods.preset)}</details>
    <details open><summary>Test cards</summary><p class="dim"><a href="/bench">Issue a card of your own</a></p>${cardTable(goods.cards)}</details>
  </aside>
</main>`,
  })

/** The error page for an invalid query. */
export const problemPage = (field: string, rule: string): string =>
  documentOf({
    title: 'Kettle & Cup',
    body: `<main><section class="basket"><h1>This order cannot be shown</h1>
<p><b>${escapeHtml(field)}</b> ${escapeHtml(rule)}.</p><p><a href="/">Start a new order</a></p></section></main>`,
  })
