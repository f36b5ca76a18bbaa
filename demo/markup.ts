import { escapeHtml } from '#contract/wire/escape-html.ts'
import { SHOP_NAME } from './addresses.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/** Attributes as markup; those without a value are left out. */
export const attributes = (values: Attributes): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(value!)}"`)
    .join('')

export type Option = readonly [value: string, text: string]

/** The choices of a setting: first what it is when nothing is set, and then the other values. */
export const asOptions = (standard: string, values: readonly string[]): readonly Option[] => [
  ['', `${standard} (default)`],
  ...values.filter((value) => value !== standard).map((value) => [value, value] as const),
]

export const select = (values: Attributes, chosen: string, options: readonly Option[]): string =>
  `<select${attributes(values)}>${options
    .map(([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`)
    .join('')}</select>`

/** A text field of a form, without its label. */
export const input = (values: Attributes): string => `<input${attributes(values)}>`

/** A labelled select of a form: field name, label, selected value, and the value and text of each option. */
export const choice = (name: string, label: string, chosen: string, options: readonly Option[]): string =>
  `<label>${label}${select({ name }, chosen, options)}</label>`

export const field = (label: string, values: Attributes): string => `<label>${label}${input(values)}</label>`

/** The checkout element for a ticket. */
export const checkout = (values: { readonly order: string; readonly src: string } & Attributes): string =>
  `<tender-checkout${attributes(values)}></tender-checkout>`

/** A whole document; `head` and `body` are markup. */
export const documentOf = (page: {
  readonly title: string
  readonly head?: string
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
  readonly data?: Attributes
  readonly body: string
}): string => `<!doctype html>
<html lang="${escapeHtml(page.language ?? 'en')}" dir="${page.direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo.css">
${page.head ?? ''}
</head>
<body${attributes(page.data ?? {})}>
${page.body}
</body>
</html>`

const pages = [
  ['/', 'Shop'],
  ['/spa', 'Single page'],
  ['/operator', 'Operator'],
  ['/back-office', 'Back office'],
  ['/playground', 'Playground'],
  ['/docs/', 'Docs'],
] as const

/** What the header says of a page. */
export interface Banner {
  /** What the page shows, beside the shop's name. */
  readonly about: string
  readonly here: (typeof pages)[number][0]
  readonly console: string
}

const linkTo =
  (here: string) =>
  ([href, text]: readonly [href: string, text: string]): string =>
    `<a href="${escapeHtml(href)}"${href === here ? ' aria-current="page"' : ''}>${text}</a>`

/**
 * The header of every page: the shop's name, which leads back to it, and links to the other pages. It has one line: on a
 * narrow screen a button opens the links, and what the page is about is left to its heading.
 */
export const banner = ({ about, here, console }: Banner): string =>
  `<header lang="en" dir="ltr"><a class="brand" href="/">${escapeHtml(SHOP_NAME)}</a><span class="dim"><span class="about">${about} · </span>sandbox<span>, no money moves</span></span>
<button type="button" class="menu" popovertarget="pages">Pages</button><nav aria-label="Demo" id="pages" popover>${[
    ...pages,
    [console, 'Console'] as const,
  ]
    .map(linkTo(here))
    .join('')}</nav></header>`
