import { escapeHtml } from '#contract/wire/escape-html.ts'
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

const ownCard = '<p class="dim"><a href="/back-office">Issue a card of your own</a></p>'

/** What the sandbox's help in the checkout has too. */
const helpParts = ({ preset, cards, faults, usualFaults, query, console }: Goods): string => `
  ${part('Test cards', `${ownCard}${cardTable(cards)}`, true)}
  ${part(
    'Faults that this order meets',
    `${faultForm({ orderNumber: preset.orderNumber, usual: usualFaults, chosen: faults, query })}<p class="links"><a href="${escapeHtml(console)}/?order=${encodeURIComponent(preset.orderNumber)}">More of them, and those for all orders</a></p>`,
    Object.keys(faults).length > 0,
  )}
  ${part('Messages between all parties', '<ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol>', true)}`

const whereHelpIs = `
  <p>Test cards, faults and messages are in the checkout, below its form.</p>${ownCard}${cardTable([])}`

/** What a developer wants beside a payment, folded away: test cards, the order, its faults, and the messages between all parties. */
export const developerPanel = (goods: Goods): string => `
<details class="developer"${Object.keys(goods.faults).length && !goods.hasHelp ? ' open' : ''}><summary>Developer panel</summary>
  ${goods.hasHelp ? whereHelpIs : helpParts(goods)}
  ${part('Order', panel(goods.preset), goods.hasHelp)}
  ${part('Webhooks of this order', webhooks(goods.preset.orderNumber), goods.hasHelp)}
</details>`
