import { createHash } from 'node:crypto'
import { escapeHtml } from '#router/hop.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Scenario } from '#sandbox/scenario/scenario.ts'
import { consoleScript } from './console-script.ts'
import { consoleStyle } from './console-style.ts'
import { choicesOf } from './scenario-change.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const consolePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(consoleStyle)}`,
  `script-src ${hashOf(consoleScript)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What each switch does, for people; as a table, so that a new switch does not go unexplained. */
const switchTexts: Readonly<Record<keyof Scenario, { readonly label: string; readonly hint: string }>> = {
  framing: { label: 'Challenge in a frame', hint: 'Refused: the bank’s page forbids being framed.' },
  methodPage: { label: '3-D Secure method page', hint: 'Silent: it opens and never notifies.' },
  gatewayDelay: { label: 'Gateway delay, ms', hint: 'How long the gateway waits before it works on a payment.' },
  paymentAnswer: { label: 'Answer to a payment', hint: 'What becomes of it on the wire.' },
  callbacks: { label: 'Callbacks', hint: 'How the merchant is told of what happens; reordered: the later first.' },
}

/** The console as a page: the switches as a form that works without scripts, the timeline, and the test cards. */
export const consolePage = (scenario: Scenario, cards: readonly TestCard[]): string => `<!doctype html>
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
<header><h1>Sandbox console</h1><p>Simulated gateway, issuer and access server. No money moves.</p></header>
<section aria-labelledby="switches"><h2 id="switches">Switches</h2>
<form method="post" action="/scenario">
${Object.keys(switchTexts)
  .map((name) => control(name as keyof Scenario, scenario))
  .join('\n')}
<button type="submit">Set</button>
</form></section>
<section aria-labelledby="said"><h2 id="said">Who said what <span id="state" role="status"></span></h2>
<noscript><a href="/timeline.json">The timeline as JSON</a></noscript>
<ol id="timeline" tabindex="0" aria-labelledby="said"></ol></section>
<details class="cards"><summary>Test cards</summary><div class="scroll" role="region" aria-label="Test cards" tabindex="0"><table>
<thead><tr><th scope="col">Number</th><th scope="col">Expiry</th><th scope="col">CVC</th><th scope="col">What it shows</th><th scope="col">Outcome</th></tr></thead>
<tbody>${cards.map(row).join('')}</tbody></table></div></details>
</main>
<script>${consoleScript}</script>
</body>
</html>
`

function control(name: keyof Scenario, scenario: Scenario): string {
  const { label, hint } = switchTexts[name]
  const choices = choicesOf(name)
  const field = choices
    ? `<select name="${name}">${choices.map((choice) => option(choice, scenario[name] === choice)).join('')}</select>`
    : `<input name="${name}" type="number" min="0" max="120000" step="1" required value="${scenario[name]}">`
  return `<label>${label}<small>${hint}</small>${field}</label>`
}

const option = (value: string, chosen: boolean): string => `<option${chosen ? ' selected' : ''}>${value}</option>`

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
