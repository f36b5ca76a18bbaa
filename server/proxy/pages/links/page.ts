import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { Language } from '#texts/language.ts'
import { fill, type CheckoutTexts } from '#texts/texts.ts'
import type { Html } from '../../static-files/documents.ts'

/** A language and its texts, as a page is written in them. */
export interface Translation {
  readonly lang: string
  readonly texts: Language
}

/** The style of every page of a link; the form has the colours of the page around it. */
export const style =
  ':root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 20%,transparent)}' +
  'body{box-sizing:border-box;max-width:30rem;min-height:100vh;margin:auto;padding:24px 16px;background:Canvas;color:CanvasText;' +
  'font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{margin:0;font-size:1.5rem;line-height:1.25}p{margin:8px 0}.sum{margin-bottom:24px;font-size:1.25rem;font-weight:600}' +
  'dl{margin:24px 0;border-top:1px solid var(--line)}' +
  'dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:10px 0;border-bottom:1px solid var(--line);break-inside:avoid}' +
  'dt{opacity:.75}dd{margin:0;margin-inline-start:auto;font-weight:500;text-align:end}' +
  'button,.back{box-sizing:border-box;display:block;width:100%;min-height:48px;margin-top:12px;padding:12px;border:1px solid;border-radius:8px;' +
  'background:none;color:inherit;font:inherit;text-align:center;cursor:pointer}[hidden]{display:none}' +
  '@media print{:root{color-scheme:light}body{max-width:none;padding:0}button,.back{display:none}}'

/** A page of a link; nobody finds one by searching for it. */
export const pageOf = ({ lang }: Translation, title: string, end: string, head = ''): Html => ({
  lang,
  title,
  data: {},
  head: `<meta name="robots" content="noindex"><style>${style}</style>${head}`,
  end: `<main>${end}</main>`,
})

/** An amount of minor units, as the language writes it. */
export function moneyIn({ lang, texts }: Translation, amount: number, currency: string): string {
  const known = currencyOf(currency)
  return known ? moneyFormat(texts.formats?.numbers ?? lang, known.letters, known.digits)(amount) : ''
}

/** A sentence of the checkout with its values, each isolated from the direction of the sentence. */
export const sentence = (
  { texts }: Translation,
  key: keyof CheckoutTexts,
  values: Readonly<Record<string, string>> = {},
): string =>
  fill(
    escapeHtml(texts.checkout[key]),
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `<bdi>${escapeHtml(value)}</bdi>`])),
  )

/** A page that says why nothing can be paid here. */
export const closedPage = (translation: Translation, title: string, why = ''): Html =>
  pageOf(translation, title, `<h1>${escapeHtml(title)}</h1>${why && `<p>${escapeHtml(why)}</p>`}`)
