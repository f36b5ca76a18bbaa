import { escapeHtml } from '#router/hop.ts'
import { banner, documentOf } from '../markup.ts'
import type { Numbered } from './cart.ts'

/** The initial data of the page. */
type Beginning = Numbered & { readonly proxy: string; readonly console: string }

/** The single page's document; its script renders the checkout from the npm package. */
export const spaPage = ({ proxy, console, cups, orderNumber }: Beginning): string =>
  documentOf({
    title: 'Single page — Kettle & Cup',
    data: {
      'data-proxy': proxy,
      'data-console': console,
      'data-cups': String(cups),
      'data-order-number': orderNumber,
    },
    head: '<script src="/spa.js" type="module"></script>',
    body: `${banner('Kettle &amp; Cup', 'A single page with the npm package · sandbox, no money moves', '/spa')}
<main>
  <section class="column" id="left">
    <div class="basket">
      <h1>Your order</h1>
      <p id="sum" role="status"></p>
      <div class="actions">
        <button type="button" data-do="more">One more cup</button>
        <button type="button" data-do="less">One cup less</button>
        <button type="button" data-do="unmount">Take the checkout away</button>
        <button type="button" data-do="mount">Put it back</button>
        <button type="button" data-do="move">Move it to the other side</button>
      </div>
    </div>
    <div class="basket" data-place="left"></div>
  </section>
  <section class="column" id="right">
    <div class="basket" data-place="right"></div>
    <details open><summary>What the checkout says</summary><ol class="timeline" id="events" tabindex="0"></ol></details>
    <noscript><p class="basket">This page needs JavaScript; <a href="${escapeHtml('/')}">the shop</a> does not.</p></noscript>
  </section>
</main>`,
  })
