import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import { consoleScript } from './console-script.ts'
import { consoleStyle, palettes } from './console-style.ts'
import { orderForm } from './switch-form.ts'

/** Sends the card of a pressed button to the checkout that shows this page. */
const helpScript = `
const shop = document.body.dataset.shop
for (const button of document.querySelectorAll('button[data-number]'))
  button.addEventListener('click', () => {
    const { number, expiry, cvc } = button.dataset
    parent.postMessage({ tender: 'test-card', number, expiry, cvc }, shop)
    document.getElementById('filled').textContent = 'Filled in: ' + button.textContent
  })
`

const helpStyle = `${consoleStyle}
body{font-size:14px}.page{padding:.6rem;grid-template-columns:minmax(0,1fr)}
.cards ul{list-style:none;margin:0;padding:0;max-height:16rem;overflow:auto}
.cards li{display:block}.cards button{width:auto;min-height:2.75rem;padding:0 .8rem;font-variant-numeric:tabular-nums}
.cards small{display:block;color:var(--soft)}
[data-scheme=dark]{color-scheme:dark;${palettes.dark}}
[data-scheme=light]{color-scheme:light;${palettes.light}}
`

/** Only a page of the shop shows it, in the checkout. */
export const helpPolicy = (shops: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${inlineHash(helpStyle)}`,
    `script-src ${inlineHash(helpScript)} ${inlineHash(consoleScript)}`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${shops.join(' ') || "'none'"}`,
  ].join('; ')

/** What the page is about. */
export interface Helped {
  readonly order: string
  /** The switches that are set for this order alone. */
  readonly change: ScenarioChange
  /** Origin of the shop's page. */
  readonly shop: string
  readonly scheme: 'light' | 'dark'
  readonly cards: readonly TestCard[]
}

/** The address of the page for the same order, shop and scheme. */
export const helpAddress = ({ order, shop: origin, scheme }: Pick<Helped, 'order' | 'shop' | 'scheme'>): string =>
  `/help?${new URLSearchParams({ order, origin, scheme }).toString()}`

/** The sandbox's help in a checkout: test cards that a press fills in, the order's switches, and its messages. */
export const helpPage = (shown: Helped): string => `<!doctype html>
<html lang="en" data-scheme="${shown.scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<link rel="icon" href="data:,">
<style>${helpStyle}</style>
</head>
<body data-shop="${escapeHtml(shown.shop)}">
<main class="page">
<section class="cards" aria-labelledby="cards"><h1 id="cards">Test cards</h1>
<ul tabindex="0" aria-labelledby="cards">${shown.cards.map(row).join('')}</ul><p id="filled" role="status"></p></section>
<details class="switches"><summary>Faults of order ${escapeHtml(shown.order)}</summary>
${orderForm(shown.order, shown.change, helpAddress(shown))}</details>
<section aria-labelledby="messages"><h2 id="messages">Messages between all parties <span id="state" role="status"></span></h2>
<ol id="timeline" tabindex="0" aria-labelledby="messages"></ol></section>
</main>
<script>${helpScript}</script>
<script>${consoleScript}</script>
</body>
</html>
`

const row = ({ pan, expiry, cvc, what, outcome, threeDs }: TestCard): string =>
  `<li><button type="button" data-number="${pan}" data-expiry="${expiry.slice(4)}${expiry.slice(2, 4)}" data-cvc="${cvc}">${pan.replace(
    /(\d{4})(?=\d)/g,
    '$1 ',
  )}</button><small>${escapeHtml([what, threeDs === 'none' ? undefined : threeDs, outcome].filter(Boolean).join(' · '))}</small></li>`
