import { decodeJwt } from 'jose'
import { BANK_PAGE, isByOperator } from '#contract/methods/methods.ts'
import { switchesOf, wordingOf, type Appearance } from '#contract/appearance/appearance.ts'
import { problemOf } from '#contract/appearance/problem.ts'
import { cardAddress, cardFrameAttributes, hasLongTexts } from '#contract/appearance/card-frame.ts'
import { hasForm, sizesOf, sizesOfOrder } from '#contract/appearance/form-height.ts'
import { keptMethods } from '#contract/appearance/kept-methods.ts'
import { panelStyles } from '#contract/appearance/panel-styles.ts'
import { presetOf, themeNames, type ThemeName } from '#contract/appearance/presets.ts'
import type { TokenValues } from '#contract/appearance/tokens.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'

export interface CheckoutMarkupOptions {
  /** The proxy's address, such as `https://pay-shop.example`. */
  readonly src: string
  /** A BCP 47 tag; the ticket's `language` when not given, and else the browser's language. */
  readonly locale?: string
  readonly theme?: ThemeName
  /** The page's colour scheme, which the themes `light` and `dark` have in their names; `light` when not given. */
  readonly scheme?: 'light' | 'dark'
  /** What the page's style sheet sets as `--tender-…`, so that the form is painted with it at first. */
  readonly tokens?: TokenValues
  /** Further attributes of the element, such as `{ id: 'checkout', layout: 'tabs', 'hide-button': '' }`. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The nonce of the page's Content Security Policy, for the style of the form's place. */
  readonly nonce?: string
  /** HTML for browsers without scripts, which is not escaped. */
  readonly noscript?: string
}

/**
 * The checkout as HTML with the card frame inside, which browsers load while the script tag is still on its way. The
 * element adopts the frame. Browsers without declarative shadow roots ignore what is inside, and the script tag adds the
 * frame. Throws a TypeError that names the option and the rule it breaks.
 *
 * @example
 * ```ts
 * import { checkoutMarkup, signOrder } from 'tender-checkout/ticket'
 *
 * const order = await signOrder(
 *   { orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: 'https://shop.example/orders/A-17' },
 *   process.env.TENDER_TICKET_SECRET!,
 * )
 * const html = checkoutMarkup(order, { src: 'https://pay-shop.example', tokens: { accent: '#0f766e' } })
 * ```
 */
export function checkoutMarkup(order: string, options: CheckoutMarkupOptions): string {
  const { src, locale, theme, attributes = {}, nonce, noscript } = options
  const origin = originOf(src)
  const claims = decodeJwt<{ language?: string; channel?: string; methods?: string[] }>(order)
  const { language, channel, methods } = claims
  const kept = keptMethods({ ...claims }, methods, attributes['layout'] ?? 'stack')
  const locales = [locale, language].filter((tag) => tag !== undefined)
  const appearance = appearanceOf(options)
  const frame = {
    src: cardAddress(origin, {
      locales,
      appearance,
      channel: isByOperator({ channel }) ? channel : undefined,
    }),
    ...cardFrameAttributes,
    name: order,
    'data-hello': 'unknown',
    ...(hasLongTexts(locales[0]) && { 'data-long': '' }),
  }
  // As the element paints it: without a box of its own, the form is as wide as its place.
  const box = {
    class: 'box',
    part: 'box',
    'data-scheme': appearance.scheme,
    ...Object.fromEntries(Object.entries(switchesOf(appearance)).map(([name, value]) => [`data-${name}`, value ?? ''])),
    ...(appearance.background === undefined && { 'data-flush': '' }),
    'data-form': hasForm(methods) ? '' : 'none',
    'data-reserved': kept.layout,
    ...(kept.isAnnounced && { 'data-announced': '' }),
  }
  const host = { ...attributes, order, src, ...(locale !== undefined && { locale }), ...(theme && { theme }) }
  const sizes = Object.entries(sizesOf(appearance)).map(([name, value]) => `${name}:${value};`)
  const reserved = `.box{--count:${kept.names.length};${sizes.join('')}${sizesOfOrder({ ...claims }, methods, '')}}`
  const style = `<style${attributesOf(nonce === undefined ? {} : { nonce })}>${placeStyle}${reserved}</style>`
  // Light children are shown only where no script runs: those in the shadow root stand in their place.
  const unscripted = `<noscript><style${attributesOf(nonce === undefined ? {} : { nonce })}>.box{display:none}</style><slot></slot></noscript>`
  return (
    `<tender-checkout${attributesOf(host)}><template shadowrootmode="open">${style}${unscripted}` +
    `<i class="page"></i><section${attributesOf(box)}><div class="above"></div><div class="place">` +
    // The element opens no frame where the bank's page alone can pay.
    `${`${methods}` === BANK_PAGE ? '' : `<iframe${attributesOf(frame)}></iframe>`}</div></section></template>` +
    `${noscript === undefined ? '' : `<noscript>${noscript}</noscript>`}</tender-checkout>`
  )
}

/** Without comments, which each page would send. */
const placeStyle = panelStyles.replaceAll(/\/\*[^]*?\*\/|\s+/g, ' ')

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => {
      if (!/^[a-zA-Z][\w:.-]*$/.test(name)) throw new TypeError(`attributes.${name} must be the name of an attribute`)
      return ` ${name}="${escapeHtml(value)}"`
    })
    .join('')

function originOf(src: string): string {
  if (!URL.canParse(src) || !/^https?:/.test(src))
    throw new TypeError('src must be the address of the proxy, such as https://pay-shop.example')
  return new URL(src).origin
}

function appearanceOf({
  theme = 'auto',
  scheme = 'light',
  tokens,
  attributes = {},
}: CheckoutMarkupOptions): Appearance {
  if (!themeNames.includes(theme)) throw new TypeError(`theme must be one of ${themeNames.join(', ')}`)
  const shown = theme === 'light' || theme === 'dark' ? theme : scheme
  const appearance: Appearance = {
    scheme: shown,
    ...presetOf(theme, shown),
    ...('hide-button' in attributes && { button: 'hidden' as const }),
    ...wordingOf(attributes['button-text']),
    ...tokens,
  }
  const problem = problemOf(appearance)
  if (problem) throw new TypeError(`tokens.${problem.field} must be ${problem.rule}`)
  return appearance
}
