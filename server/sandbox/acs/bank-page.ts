import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { bankStyle } from './bank-style.ts'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import type { BankTexts } from '#sandbox/texts/sandbox-texts.ts'
import { MAX_WRONG_CODES, type Notice } from './challenge.ts'
import type { Dialogue, Purchase } from './dialogue.ts'

/** The page that asks for the one-time code; the SMS is shown above the form, as a phone shows it. */
export function challengePage({ id, purchase, challenge, phone }: Dialogue, notice?: Notice): string {
  const {
    language,
    texts: { bank: texts },
  } = sandboxTextsFor(purchase.language)
  const left = MAX_WRONG_CODES - challenge.wrong
  return page(
    language,
    texts,
    texts.title,
    `<aside class="sms" aria-label="${texts.sms}">
<header><span>${texts.sms} · ${texts.bank}</span><span>${texts.smsNow}</span></header>
<p>${texts.smsText} <strong dir="ltr" data-testid="sms-code">${challenge.code}</strong></p>
</aside>
<main>
<p class="bank">${texts.bank}</p>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}${phoneEnd(phone)}</p>
${facts(texts, language, purchase)}
<form method="post" action="/3ds/answer">
<input type="hidden" name="challenge" value="${escapeHtml(id)}">
${noteOf(texts, notice)}
${codeField(texts, notice, left)}
<button class="go" type="submit">${texts.submit}</button>
<div class="more">
<button type="submit" name="resend" value="1" formnovalidate>${texts.resend}</button>
<button type="submit" name="cancel" value="1" formnovalidate>${texts.cancel}</button>
</div>
</form>
</main>`,
  )
}

/** Shows the last four digits only, which its owner recognises. */
const phoneEnd = (phone: string | undefined): string =>
  phone === undefined ? '' : ` <bdi dir="ltr">•••• ${escapeHtml(phone.slice(-4))}</bdi>`

/** The page for a challenge that is unknown or no longer open. */
export function gonePage(request: string | undefined): string {
  const {
    language,
    texts: { bank: texts },
  } = sandboxTextsFor(request)
  return page(
    language,
    texts,
    texts.goneTitle,
    `<main><p class="bank">${texts.bank}</p><h1>${texts.goneTitle}</h1><p class="lead">${texts.gone}</p></main>`,
  )
}

/** Formats an amount in minor units for a language. */
function money({ amount, currency, exponent }: Purchase, language: string): string {
  const known = currencyOf(currency)
  const digits = exponent ?? known?.digits ?? 2
  const text = formatOf(language, known?.letters, digits)(amount)
  return known ? text : `${text} (${currency})`
}

/** By language, digits and currency; making one costs more than the rest of the page. */
const formats = new Map<string, ReturnType<typeof moneyFormat>>()
const MOST_FORMATS = 1000

function formatOf(...of: Parameters<typeof moneyFormat>): ReturnType<typeof moneyFormat> {
  const name = of.join(' ')
  const known = formats.get(name)
  if (known) return known
  const made = moneyFormat(...of)
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(name, made)
  return made
}

const facts = (texts: BankTexts, language: string, purchase: Purchase): string =>
  `<dl>${(
    [
      [texts.merchant, `<bdi>${escapeHtml(purchase.merchantName)}</bdi>`],
      [texts.amount, `<bdi>${escapeHtml(money(purchase, language))}</bdi>`],
      [texts.card, `<bdi dir="ltr">•••• ${purchase.pan.slice(-4)}</bdi>`],
    ] as const
  )
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
    .join('')}</dl>`

const noteOf = (texts: BankTexts, notice: Notice | undefined): string =>
  notice === 'resent' || notice === 'no-resend'
    ? `<p class="note" role="status">${notice === 'resent' ? texts.resent : texts.noResend}</p>`
    : ''

function codeField(texts: BankTexts, notice: Notice | undefined, left: number): string {
  const errors: Partial<Record<Notice, string>> = {
    wrong: texts.wrong.replace('{left}', String(left)),
    missing: texts.missing,
  }
  const error = notice && errors[notice]
  const flaws = error ? ' aria-invalid="true" aria-describedby="code-error"' : ''
  return `<label for="code">${texts.code}</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="12" required${flaws}>${
    error ? `<p class="error" id="code-error" role="alert">${error}</p>` : ''
  }`
}

const page = (language: string, texts: BankTexts, title: string, content: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${texts.bank}</title>
<link rel="icon" href="data:,">
<style>${bankStyle}</style>
</head>
<body>
${content}
<footer>${texts.sandbox}</footer>
</body>
</html>
`
