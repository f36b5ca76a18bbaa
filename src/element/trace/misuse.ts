import { parseUrl } from '#browser/parse-url.ts'
import { wordingOf } from '#contract/appearance/appearance.ts'
import { tokens } from '#contract/appearance/tokens.ts'
import { chooseLocale, fallback } from '#texts/locales.ts'

/** A checkout, as far as a page can write it wrongly without anything failing. */
export interface Checked extends HTMLElement {
  readonly src: string
  readonly locale: string
  readonly layout: string
  readonly buttonText: string | null | undefined
}

type Rule = (checkout: Checked) => readonly string[]

const layouts = ['stack', 'tabs', 'accordion']

const when = (isWrong: boolean, sentence: string): readonly string[] => (isWrong ? [sentence] : [])

/** By the code of each mistake: the sentences for a checkout. */
const rules: Readonly<Record<`config_${string}`, Rule>> = {
  config_layout: ({ layout }) =>
    when(!layouts.includes(layout), `Attribute "layout" must be one of ${layouts.join(', ')}; it is shown as stack.`),
  config_button_text: ({ buttonText }) =>
    when(
      Boolean(buttonText) && buttonText !== 'pay' && !wordingOf(buttonText).wording,
      'Attribute "button-text" must be one of pay, order, donate, subscribe; it is shown as pay.',
    ),
  config_locale: ({ locale }) =>
    when(
      locale !== '' && chooseLocale(locale) === fallback && !/^en\b/i.test(locale),
      `Attribute "locale" must be one of the languages of docs/element.md, such as de or pt-BR; "${locale}" is none.`,
    ),
  config_site: ({ src }) =>
    when(
      parseUrl(src)?.hostname === location.hostname,
      `The page and the proxy are both on ${location.hostname}: serve the proxy from another site, so that no script of the page shares a process with the card.`,
    ),
  config_hidden: (checkout) =>
    when(
      checkout.getClientRects().length === 0,
      'The checkout is not shown: it or what is around it has display: none. Show it before the shopper is to pay.',
    ),
  config_token: strangeTokens,
  config_effect: (checkout) =>
    when(
      around(checkout).some(hasEffect),
      'Around the checkout is an opacity, a filter, a blend mode or a transform that scales or turns it: Chromium then reports its button as covered, so that the shopper has to press twice. Leave it out where the shopper pays.',
    ),
}

/** The checkout and what it is in, through shadow roots. */
function around(checkout: Element): readonly Element[] {
  const all: Element[] = []
  for (let node: Node | null = checkout; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node.nodeType === Node.ELEMENT_NODE) all.push(node as Element)
  return all
}

/** Whether a style alters how an element looks on the screen in more than its place. */
function hasEffect(element: Element): boolean {
  const { opacity, filter, mixBlendMode, transform, scale, rotate } = getComputedStyle(element)
  const { a, b, c, d, is2D } = new DOMMatrixReadOnly(transform)
  const isMoved = is2D && a === 1 && b === 0 && c === 0 && d === 1
  const own = [filter, scale, rotate].some((value) => value !== 'none') || mixBlendMode !== 'normal'
  return Number(opacity) < 1 || own || !isMoved
}

/** What is wrong with a checkout that works all the same, as lines for the console. */
export const linesOfMisuse = (checkout: Checked): readonly string[] =>
  Object.entries(rules).flatMap(([code, rule]) =>
    rule(checkout).map((message) => `tender-checkout: ${code}: ${message}`),
  )

const PREFIX = '--tender-'

/**
 * Tokens that there are none of; a wrong value of one that there is has been reported by the theme. Browsers without
 * `computedStyleMap` cannot list what a page sets.
 */
function strangeTokens(checkout: Checked): readonly string[] {
  const set = 'computedStyleMap' in checkout ? [...checkout.computedStyleMap().keys()] : []
  return set
    .filter((name) => name.startsWith(PREFIX) && !(name.slice(PREFIX.length) in tokens))
    .map((name) => `${name} is no token: those are listed in docs/themes.md, under “Tokens”.`)
}
