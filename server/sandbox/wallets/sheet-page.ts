import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { HeldCard } from './sheet-cards.ts'
import { contactFor, contactLines } from './sheet-payer.ts'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import type { SheetTexts } from '#sandbox/texts/sandbox-texts.ts'
import type { SheetRequest } from './sheet-request.ts'

/** Styles of a wallet's sheet: from 280 px wide, light and dark, without external resources. */
const sheetStyle = `
:root{color-scheme:light dark;--sheet:#fff;--ink:#101418;--soft:#596273;--line:#d8dde5;--go:#101418;--on-go:#fff}
@media (prefers-color-scheme:dark){:root{--sheet:#1c1f25;--ink:#f1f3f6;--soft:#a9b2c0;--line:#454c58;--go:#f1f3f6;--on-go:#101418}}
*{box-sizing:border-box}
html{background:var(--sheet);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}
body{margin:0;min-height:100vh;padding:1.1rem}
body,main{display:flex;flex-direction:column;gap:1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:.75rem}
h1{font-size:1.15rem;margin:0}
.sum{margin:0;padding:1rem;border:1px solid var(--line);border-radius:1rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;overflow-wrap:anywhere}
.sum strong{font-size:1.25rem}
main,form{flex:1}
form{display:flex;flex-direction:column;gap:1rem}
fieldset{border:0;margin:0;padding:0;display:grid;gap:.5rem;min-width:0}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
label{display:flex;align-items:center;gap:.75rem;min-height:3.4rem;padding:.5rem .9rem;border:1px solid var(--line);border-radius:1rem;cursor:pointer}
label:has(:checked){border-color:currentColor;box-shadow:inset 0 0 0 1px}
label:focus-within{outline:2px solid;outline-offset:2px}
input[type=radio]{flex:none;width:1.15rem;height:1.15rem;accent-color:var(--go);outline:0}
label b{display:block;text-transform:capitalize}
label small,footer,.shared{color:var(--soft);font-size:.85rem}
button{min-height:3rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:2rem;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:2px}
.go{margin-top:auto;width:100%;background:var(--go);color:var(--on-go);border-color:transparent}
.shared{margin:0}
header button{min-height:2.75rem}
@media (forced-colors:active){.go{border-color:currentColor}}
`

/**
 * The script of both pages of a sheet: posts that it is ready, that it was cancelled, or the token with the requested
 * payer data; only to the parent window, and only while its origin is that in `data-origin`.
 */
const sheetScript = `
const { origin, nonce, token, contact } = document.documentElement.dataset
const post = (word) => parent.postMessage({ tender: 'wallet', nonce, ...word }, origin)
if (token === undefined) {
  const cancel = () => post({ cancelled: true })
  document.querySelector('[data-testid=wallet-cancel]').addEventListener('click', cancel)
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') cancel() })
  post({ ready: true })
} else post({ token, contact: JSON.parse(contact) })
`

/** The sheet's Content-Security-Policy: framed only by the shops, forms only to itself, no external resources. */
export const sheetPolicy = (shops: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${inlineHash(sheetScript)}`,
    `style-src ${inlineHash(sheetStyle)}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${shops.join(' ')}`,
  ].join('; ')

/** The sheet: merchant and amount, the cards, and the buttons to confirm and to cancel. */
export function choicePage(name: string, request: SheetRequest, cards: readonly HeldCard[]): string {
  const {
    language,
    texts: { sheet: texts },
  } = sandboxTextsFor(request.locale)
  const merchant = `<bdi>${escapeHtml(request.merchantName)}</bdi>`
  return page(
    request,
    name,
    '',
    `<main><header><h1>${escapeHtml(name)}</h1><button type="button" data-testid="wallet-cancel">${texts.cancel}</button></header>
<p class="sum"><span>${texts.pays.replace('{merchant}', () => merchant)}</span> <strong><bdi>${escapeHtml(moneyOf(request, language))}</bdi></strong></p>
<form method="post">
${Object.entries(request)
  .map(([field, value]) => hidden(field, value))
  .join('')}
${shares(texts, request)}
${cards.length ? chooser(texts, cards) : `<p role="alert">${texts.none}</p>`}
</form></main>
<footer>${texts.sandbox}</footer>`,
  )
}

/** The page that posts the token to the shop's page. */
export const tokenPage = (name: string, request: SheetRequest, token: string): string =>
  page(
    request,
    name,
    ` data-token="${escapeHtml(token)}" data-contact="${escapeHtml(JSON.stringify(contactFor(request.asks)))}"`,
    '',
  )

/** The payer data that the shop gets. */
const shares = (texts: SheetTexts, { asks }: SheetRequest): string =>
  asks
    ? `<p class="shared">${texts.shares}<br><bdi dir="ltr">${contactLines(asks).map(escapeHtml).join(' · ')}</bdi></p>`
    : ''

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

const chooser = (texts: SheetTexts, cards: readonly HeldCard[]): string =>
  `<fieldset><legend>${texts.choose}</legend>
${cards.map((held, at) => cardRow(texts, held, at === 0)).join('\n')}
</fieldset>
<button class="go" data-testid="wallet-confirm">${texts.confirm}</button>`

const cardRow = (texts: SheetTexts, { id, card, what }: HeldCard, first: boolean): string =>
  `<label><input type="radio" name="card" value="${id}" required${first ? ' checked' : ''}>
<span><b><bdi dir="ltr">${card.brand} •••• ${card.pan.slice(-4)}</bdi></b><small>${texts[what]}</small></span></label>`

/** Formats an amount in minor units for a language. */
function moneyOf({ amount, currency }: SheetRequest, language: string): string {
  const known = currencyOf(currency)
  return known ? moneyFormat(language, known.letters, known.digits)(Number(amount)) : `${amount} (${currency})`
}

function page({ origin, nonce, locale }: SheetRequest, title: string, data: string, content: string): string {
  const { language } = sandboxTextsFor(locale)
  return `<!doctype html>
<html lang="${language}" data-origin="${escapeHtml(origin)}" data-nonce="${escapeHtml(nonce)}"${data}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${sheetStyle}</style>
</head>
<body>
${content}
<script>${sheetScript}</script>
</body>
</html>
`
}
