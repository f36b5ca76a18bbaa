import { escapeHtml } from '#router/hop.ts'
import { cardTable } from './card-table.ts'
import { faultForm } from './faults.ts'
import type { Goods } from './goods.ts'
import { panel } from './panel.ts'

const part = (title: string, body: string, isOpen = false): string =>
  `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${body}</details>`

const webhooks = (orderNumber: string): string => {
  const address = `/webhooks/${encodeURIComponent(orderNumber)}`
  return `<ol class="timeline" id="webhooks" data-from="${address}" tabindex="0"></ol>
<p class="links"><a href="${address}">As JSON</a></p>`
}

/** What a developer wants beside a payment, folded away: test cards, the order, its faults, and who said what. */
export const developerPanel = ({ preset, cards, faults, query, console }: Goods): string => `
<details class="developer"${Object.keys(faults).length ? ' open' : ''}><summary>Developer panel</summary>
  ${part('Test cards', `<p class="dim"><a href="/bench">Issue a card of your own</a></p>${cardTable(cards)}`, true)}
  ${part('Order', panel(preset))}
  ${part(
    'Faults that this order meets',
    `${faultForm(preset.orderNumber, faults, query)}<p class="links"><a href="${escapeHtml(console)}/?order=${encodeURIComponent(preset.orderNumber)}">More of them, and those for all orders</a></p>`,
    Object.keys(faults).length > 0,
  )}
  ${part('Messages between all parties', '<ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol>', true)}
  ${part('Webhooks of this order', webhooks(preset.orderNumber))}
</details>`
