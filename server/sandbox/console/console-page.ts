import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { TextMessage } from '#sandbox/phones/inbox.ts'
import type { Scenario, ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import { consoleScript } from './console-script.ts'
import { consoleStyle } from './console-style.ts'
import { orderList } from './order-list.ts'
import type { ShownOrder } from './context.ts'
import { commonForm, orderForm } from './switch-form.ts'

export const consolePolicy = [
  "default-src 'none'",
  `style-src ${inlineHash(consoleStyle)}`,
  `script-src ${inlineHash(consoleScript)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface ConsoleState {
  readonly scenario: Scenario
  /** The order that the page is about, with the switches set for it alone; when absent, it is about all orders. */
  readonly order?: { readonly number: string; readonly change: ScenarioChange } | undefined
  readonly orders: readonly ShownOrder[]
  readonly cards: readonly TestCard[]
  readonly messages: readonly TextMessage[]
  /** Addresses of the shops that use this sandbox. */
  readonly shops: readonly string[]
  /** Unix milliseconds. */
  readonly now: number
}

/** The console as a page: the switches as a form that works without scripts, the timeline, orders and test cards. */
export const consolePage = (shown: ConsoleState): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox console</title>
<link rel="icon" href="data:,">
<style>${consoleStyle}</style>
</head>
<body>
<main class="page">
<header><h1>Sandbox console</h1><p>Simulated gateway, issuer and access server. No money moves.</p>${backLink(shown.shops)}</header>
${switches(shown)}
${timeline(shown)}
${orderList(shown.orders)}
${messageList(shown.messages)}
${clock(shown)}
<details class="cards"><summary>Test cards</summary><div class="scroll" role="region" aria-label="Test cards" tabindex="0"><table>
<thead><tr><th scope="col">Number</th><th scope="col">Expiry</th><th scope="col">CVC</th><th scope="col">What it shows</th><th scope="col">Outcome</th></tr></thead>
<tbody>${shown.cards.map(row).join('')}</tbody></table></div></details>
</main>
<script>${consoleScript}</script>
</body>
</html>
`

const backLink = ([shop]: readonly string[]): string =>
  shop === undefined ? '' : `<nav aria-label="Shop"><a href="${escapeHtml(shop)}">To the shop</a></nav>`

const switches = ({ scenario, order }: ConsoleState): string =>
  `<section aria-labelledby="switches"><h2 id="switches">${
    order ? `Switches of order ${escapeHtml(order.number)}` : 'Switches'
  }</h2>${
    order ? `<p>They go before those for all, also for further tries (…-2, …-3). <a href="/">All orders</a></p>` : ''
  }
${order ? orderForm(order.number, order.change) : commonForm(scenario)}</section>`

const timeline = ({ order }: ConsoleState): string => {
  const json = order ? `/timeline.json?order=${encodeURIComponent(order.number)}` : '/timeline.json'
  return `<section aria-labelledby="messages"><h2 id="messages">Messages between all parties <span id="state" role="status"></span></h2>
<noscript><a href="${escapeHtml(json)}">The timeline as JSON</a></noscript>
<ol id="timeline" tabindex="0" aria-labelledby="messages"></ol></section>`
}

const clock = ({ now }: ConsoleState): string =>
  `<details class="clock"><summary>Clock</summary><p>It is <time>${new Date(now).toISOString()}</time> for the sandbox when this page was made.</p>
<form method="post" action="/clock"><label>Put it forward by, ms<small>Orders expire, holds are completed, callbacks are repeated.</small><input name="forwardMs" type="number" min="1" step="1" required value="1200000"></label>
<button type="submit">Put forward</button></form></details>`

const row = ({ pan, expiry, cvc, what, outcome, reason, code }: TestCard): string =>
  `<tr>${[
    pan.replace(/(\d{4})(?=\d)/g, '$1 '),
    `${expiry.slice(4)} / ${expiry.slice(2, 4)}`,
    cvc,
    what,
    [outcome, reason, code].filter((part) => part !== undefined).join(', '),
  ]
    .map((cell) => `<td>${escapeHtml(cell)}</td>`)
    .join('')}</tr>`

/** The latest text messages to cardholders. */
const messageList = (messages: readonly TextMessage[]): string =>
  `<details class="messages"><summary>SMS inbox (${messages.length})</summary>
<div class="scroll" role="region" aria-label="SMS inbox" tabindex="0"><table>
<thead><tr><th scope="col">Phone</th><th scope="col">When</th><th scope="col">Message</th></tr></thead>
<tbody>${messages.map(messageRow).join('')}</tbody></table></div></details>`

const messageRow = ({ phone, at, text }: TextMessage): string =>
  `<tr><td>${escapeHtml(phone)}</td><td><time>${new Date(at).toISOString()}</time></td><td>${escapeHtml(text)}</td></tr>`
