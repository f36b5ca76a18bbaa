import type { Appearance } from '#contract/appearance/appearance.ts'
import { clamped, isLength, isTokenValue, tokenNames, tokens, type Token } from '#contract/appearance/tokens.ts'
import { pageTheme } from './page-theme.ts'
import { presetOf } from '#contract/appearance/presets.ts'

type Scheme = Appearance['scheme']

/** The scheme of a page: its `color-scheme`, and when that allows both, the shopper's preference. */
export function schemeOf(colorScheme: string, prefersDark: boolean): Scheme {
  const words = colorScheme.split(/\s+/)
  return words.includes('dark') && (prefersDark || !words.includes('light')) ? 'dark' : 'light'
}

/** What a theme sets before the page's tokens: its preset, or with `auto` what the page looks like. */
export function baseAppearance(element: Element, theme: string): Appearance {
  const button = element.hasAttribute('hide-button') && ({ button: 'hidden' } as const)
  // The frame checks it.
  const wording = (element.getAttribute('button-text') ?? undefined) as Appearance['wording']
  return { ...themed(element, theme), ...button, ...(wording && { wording }) }
}

function themed(element: Element, theme: string): Appearance {
  if (theme === 'light' || theme === 'dark') return { scheme: theme }
  if (theme === 'auto') return pageTheme(element, false)
  // Without a box there is no edge where another background could end.
  if (theme === 'minimal') return { ...pageTheme(element, true), ...presetOf(theme, 'light') }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = schemeOf(getComputedStyle(element).colorScheme, prefersDark)
  return { scheme, ...presetOf(theme, scheme) }
}

export const nameOf = (token: Token): string => `--tender-${token}`

/** What is known of the appearance before the element is rendered: tokens with values that need no resolving. */
export function earlyAppearance(element: Element, theme: string): Appearance {
  const shown = getComputedStyle(element)
  const plain = tokenNames.flatMap((name) => {
    const text = shown.getPropertyValue(nameOf(name)).trim()
    if (!text) return []
    const length = /^(\d+(?:\.\d+)?)px$/.exec(text)?.[1]
    const value = isLength(tokens[name]) ? length && clamped(name, Number(length)) : text
    return isTokenValue(name, value) ? [[name, value] as const] : []
  })
  return { ...baseAppearance(element, theme), ...Object.fromEntries(plain) }
}
