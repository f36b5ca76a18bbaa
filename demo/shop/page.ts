import { escapeHtml } from '#contract/wire/escape-html.ts'
import { mayBePaid } from '#contract/outcome.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { SHOP_NAME } from '../addresses.ts'
import { banner, checkout, documentOf } from '../markup.ts'
import { basketLines, deliveryOf, drawingOf, euros, type BasketLine } from './catalogue.ts'
import { developerPanel } from './developer-panel.ts'
import type { Goods } from './goods.ts'

/** Without JavaScript: the order's state, or a form that leads to the gateway's own page. */
const hostedPage = ({ ticket, proxy, state = 'open' }: Goods): string =>
  mayBePaid(state)
    ? `
<noscript>${state === 'open' ? '' : `<p role="alert">The payment is ${state}.</p>`}<form class="order" method="post" action="${escapeHtml(proxy)}/pay">
  <input type="hidden" name="order" value="${escapeHtml(ticket)}"><button>Pay on the secure payment page</button>
</form></noscript>`
    : `<noscript><p role="status">The order is ${state}.</p></noscript>`

/** What an order with an amount of its own is shown as. */
const standardItem = 'set-1'

/** The card that a newcomer is shown: it has a challenge. */
const hintedCard = '5555555555555599'

const itemRow = ({ product, count }: BasketLine, price?: string): string => `
<li class="item">
  ${drawingOf(product)}
  <div><b>${product.name}</b><br><span class="dim">${count === 1 ? product.about : `${count} × ${euros(product.price)}`}</span></div>
  <span class="price"><bdi>${escapeHtml(price ?? euros(product.price * count))}</bdi></span>
</li>`

const deliveryRow = (delivery: string): string => {
  const { name, price } = deliveryOf(delivery)
  return `<li class="sum"><span>${name}</span><span class="price">${price ? euros(price) : 'free'}</span></li>`
}

/** What is bought: the basket's lines, or one for an order with an amount of its own; a card check buys nothing. */
const lines = ({ preset: { items, delivery, verify }, price }: Goods): string =>
  verify === 'yes'
    ? '<li class="item"><div><b>Card check</b><br><span class="dim">The bank checks the card, and the shop stores it. Nothing is paid.</span></div></li>'
    : items === undefined
      ? itemRow(basketLines(standardItem)[0]!, price)
      : basketLines(items)
          .map((line) => itemRow(line))
          .join('') + deliveryRow(delivery ?? '')

const totalOf = ({ preset, price }: Goods): string =>
  preset.verify === 'yes' ? '<b>Nothing to pay</b>' : `<b>Total</b><b class="price"><bdi>${escapeHtml(price)}</bdi></b>`

const summaryOf = (goods: Goods): string => `
<section class="basket" aria-labelledby="order" lang="en" dir="ltr">
  <h2 id="order">Your order</h2>
  <ul class="plain">${lines(goods)}</ul>
  <p class="sum total">${totalOf(goods)}</p>
  <p class="dim">Order ${escapeHtml(goods.preset.orderNumber)}</p>
</section>`

const payment = (goods: Goods): string => `
<section class="basket${goods.hasHelp ? ' awaits-help' : ''}">
  <h1 id="pay" data-after="${escapeHtml(goods.heading.after)}">${escapeHtml(goods.heading.before)}</h1>
  ${checkout({
    order: goods.ticket,
    src: goods.proxy,
    locale: goods.preset.locale,
    presentation: goods.preset.presentation === 'redirect' ? 'redirect' : undefined,
  })}
  ${hostedPage(goods)}
  <p class="thanks" lang="en" dir="ltr" hidden>${goods.preset.verify === 'yes' ? '' : 'We pack it with care, and write to you when it leaves.'}
    <a href="/">Back to the shop</a></p>
</section>`

const hint = ({ pan, cvc }: TestCard): string => `
<p class="hint" lang="en" dir="ltr">Nobody pays here. Try <b class="pan">${pan.replace(/(\d{4})(?=\d)/g, '$1 ')}</b>, 12/34, ${cvc}, and any name.
  <button type="button" class="copy" data-copy="${pan}" aria-label="Copy ${pan}">Copy</button></p>`

export const shopPage = (goods: Goods): string =>
  documentOf({
    title: `${SHOP_NAME} — checkout`,
    language: goods.preset.locale ?? 'en',
    direction: goods.direction,
    data: { 'data-console': goods.console },
    head: `<script async crossorigin src="${escapeHtml(goods.proxy)}/v1/checkout.js"></script>
<script src="/shop.js" type="module"></script>`,
    body: `${banner({ about: 'Demo shop', here: '/', console: goods.console })}
<main>
  <div class="column">${payment(goods)}${goods.cards
    .filter(({ pan }) => pan === hintedCard)
    .map(hint)
    .join('')}</div>
  <aside class="column" lang="en" dir="ltr">${summaryOf(goods)}${developerPanel(goods)}</aside>
</main>`,
  })

export const problemPage = (field: string, rule: string): string =>
  documentOf({
    title: SHOP_NAME,
    body: `<main><section class="basket"><h1>This order cannot be shown</h1>
<p><b>${escapeHtml(field)}</b> ${escapeHtml(rule)}.</p><p><a href="/?items=set-1">Start a new order</a></p></section></main>`,
  })
