import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { TextLanguage } from '../../errors/words/translate.ts'
import { amountText } from '../../orders/currencies.ts'
import { totalOf, type Order } from '../../orders/order.ts'
import { appNotice, appText } from './app-texts.ts'
import { appStyle } from './app-style.ts'
import { banks, type Bank } from './banks.ts'
import type { acts, View } from './bank-app.ts'
import type { QrCode } from './codes.ts'

/** No scripts, no external resources; forms only to itself. */
export const appPolicy = `default-src 'none'; style-src ${inlineHash(appStyle)}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** What the page shows. */
export interface ShownCode {
  readonly code: QrCode
  readonly order: Order
  readonly merchant: string
  readonly view: View
  /** The bank that the payer has chosen. */
  readonly bank: Bank | undefined
}

/** The page of a code: the choice of a bank, and then that bank's app. */
export function appPage(shown: ShownCode, language: TextLanguage): string {
  const { view, bank } = shown
  const title = bank?.name ?? appText('title', language)
  return page(title, language, facts(shown, language) + contents[view](shown, language))
}

type Content = (shown: ShownCode, language: TextLanguage) => string

const notice =
  (view: Exclude<View, 'open'>, more: Content = backLink): Content =>
  (shown, language) =>
    `<p class="notice ${view}" role="status">${appNotice(view, language)}</p>${more(shown, language)}`

const contents: Readonly<Record<View, Content>> = {
  open: (shown, language) => (shown.bank ? confirmation(shown, language) : bankList(language)),
  sending: notice('sending', (_, language) =>
    form(button('confirm', 'send', language) + button('decline', 'decline', language)),
  ),
  paid: notice('paid'),
  declined: notice('declined'),
  returned: notice('returned'),
  gone: notice('gone'),
}

/** The page of a code that is unknown. */
export const unknownPage = (language: TextLanguage): string =>
  page(appText('title', language), language, `<p class="notice" role="status">${appNotice('gone', language)}</p>`)

const bankList = (language: TextLanguage): string =>
  `<h2>${appText('choose', language)}</h2>
<ul>${banks.map(({ id, name }) => `<li><a href="?bank=${id}">${escapeHtml(name)}</a></li>`).join('')}</ul>`

const confirmation: Content = ({ code }, language) =>
  `${code.subscribes ? `<p>${appText('subscribes', language)}</p>` : ''}
${form(
  button('confirm', 'confirm', language) + button('wait', 'wait', language) + button('decline', 'decline', language),
)}
<a href="?">${appText('other', language)}</a>`

const form = (buttons: string): string => `<form method="post">${buttons}</form>`

const button = (act: keyof typeof acts, text: Parameters<typeof appText>[0], language: TextLanguage): string =>
  `<button name="act" value="${act}"${act === 'confirm' ? ' class="go"' : ''}>${appText(text, language)}</button>`

function backLink({ code: { redirectUrl } }: ShownCode, language: TextLanguage): string {
  if (redirectUrl === undefined) return ''
  return `<a class="go" href="${escapeHtml(redirectUrl)}">${appText('back', language)}</a>`
}

function facts({ code: { purpose }, order, merchant }: ShownCode, language: TextLanguage): string {
  const rows = [
    [appText('merchant', language), merchant],
    [appText('amount', language), amountText(totalOf(order), order.currency, language)],
    ...(purpose === undefined ? [] : [[appText('purpose', language), purpose]]),
  ]
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd><bdi>${escapeHtml(value!)}</bdi></dd></div>`).join('')}</dl>`
}

const page = (title: string, language: TextLanguage, content: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${appStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
<footer>${appText('sandbox', language)}</footer>
</body>
</html>
`
