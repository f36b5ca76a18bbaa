import { escapeHtml } from '#contract/wire/escape-html.ts'
import { SHOP_NAME } from '../addresses.ts'
import { banner, documentOf } from '../markup.ts'
import { drawingOf, products } from '../shop/catalogue.ts'
import type { Numbered } from './cart.ts'

/** The initial data of the page. */
type Beginning = Numbered & {
  readonly proxy: string
  readonly console: string
  /** Source of the module that shows the checkout. */
  readonly code: string
}

const buttons = (list: Readonly<Record<string, string>>): string =>
  `<div class="actions">${Object.entries(list)
    .map(([name, text]) => `<button type="button" data-do="${name}">${text}</button>`)
    .join('')}</div>`

/** The single page's document; its script renders the checkout from the npm package. */
export const spaPage = ({ proxy, console, cups, orderNumber, code }: Beginning): string =>
  documentOf({
    title: `Single page — ${SHOP_NAME}`,
    data: {
      'data-proxy': proxy,
      'data-console': console,
      'data-cups': String(cups),
      'data-order-number': orderNumber,
    },
    head: '<script src="/spa.js" type="module"></script>',
    body: `${banner({ about: 'With the npm package', here: '/spa', console })}
<main class="spa">
  <section class="column" id="left" aria-label="Order">
    <div class="basket">
      <h1>Your order</h1>
      <div class="item">${drawingOf(products['set']!)}<div><p id="sum" role="status"></p>
        ${buttons({ more: 'One more cup', less: 'One cup less' })}</div></div>
      <h2>While a card is being typed</h2>
      ${buttons({ unmount: 'Take the checkout away', mount: 'Put it back', move: 'Move it to the other side' })}
    </div>
    <div class="basket" data-place="left"></div>
  </section>
  <section class="column" id="right" aria-label="How it is done">
    <div class="basket" data-place="right"></div>
    <details open><summary>The lines that run</summary><pre id="code" tabindex="0" dir="ltr">${escapeHtml(code)}</pre>
      <p class="dim">The rest is in <a href="/docs/start">ten minutes</a> and <a href="/docs/element">the element</a>.</p></details>
    <details open><summary>What the checkout says</summary><ol class="timeline" id="events" tabindex="0"></ol></details>
    <noscript><p class="basket">This page needs JavaScript; <a href="/">the shop</a> does not.</p></noscript>
  </section>
</main>`,
  })
