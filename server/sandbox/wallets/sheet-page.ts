import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import { escapeHtml } from '#router/hop.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { HeldCard } from './sheet-cards.ts'
import { contactFor, contactLines } from './sheet-payer.ts'
import { sheetScript } from './sheet-script.ts'
import { sheetStyle } from './sheet-style.ts'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import type { SheetTexts } from '#sandbox/texts/sandbox-texts.ts'
import type { SheetRequest } from './sheet-request.ts'

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
  const {
    language,
    texts: { sheet: texts },
  } = sandboxTextsFor(locale)
  return `<!doctype html>
<html lang="${language}" dir="${texts.direction}" data-origin="${escapeHtml(origin)}" data-nonce="${escapeHtml(nonce)}"${data}>
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
