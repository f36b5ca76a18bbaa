import { escapeHtml } from '#router/hop.ts'
import { events } from '#element/description.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { banner, documentOf } from '../markup.ts'
import { cardTable } from '../shop/card-table.ts'
import { controls } from './controls.ts'

/** What the playground's page shows. */
export interface Playground {
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
  /** Whether the checkout itself has test cards and messages. */
  readonly hasHelp: boolean
}

/** The page with a live checkout and a control for everything about it. */
export const playgroundPage = ({ proxy, console, cards, hasHelp }: Playground): string =>
  documentOf({
    title: 'Playground',
    data: { 'data-console': console, 'data-proxy': proxy, 'data-events': Object.keys(events).join(' ') },
    head: `<script src="${escapeHtml(proxy)}/v1/checkout.js"></script>
<script src="/playground.js" type="module"></script>`,
    body: `${banner({ about: 'A playground with every setting of the checkout', here: '/playground', console })}
<main class="playground">
  <div class="column">${controls()}
    ${hasHelp ? '' : `<details><summary>Test cards</summary>${cardTable(cards)}</details>`}
  </div>
  <div class="column">
    <section class="basket" aria-labelledby="live" id="stage"><h1 id="live">A live checkout</h1></section>
    <p class="dim" role="status" id="note"></p>
    <details open><summary>Code</summary><pre id="code" tabindex="0"></pre>
      <button type="button" id="copy-code">Copy the code</button> <button type="button" id="copy-link">Copy a link to these settings</button>
    </details>
    <details open><summary>Events</summary><ol class="timeline" id="events" tabindex="0"></ol></details>
    ${hasHelp ? '' : '<details><summary>Who said what</summary><ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol></details>'}
  </div>
</main>`,
  })
