import type { Trouble } from '#bridge/protocol.ts'
import { defaults, type Appearance } from '#contract/appearance/appearance.ts'
import { isDark } from '#contract/appearance/contrast.ts'
import {
  clamped,
  isLength,
  isTokenValue,
  ruleText,
  tokenNames,
  tokens,
  type Token,
} from '#contract/appearance/tokens.ts'
import { hexOf } from './colour.ts'
import { pageTheme } from './page-theme.ts'
import { presetOf } from './presets.ts'

type Scheme = Appearance['scheme']

/** The scheme of a page: its `color-scheme`, and when that allows both, the shopper's preference. */
export function schemeOf(colorScheme: string, prefersDark: boolean): Scheme {
  const words = colorScheme.split(/\s+/)
  return words.includes('dark') && (prefersDark || !words.includes('light')) ? 'dark' : 'light'
}

/** What a theme sets before the page's tokens: its preset, or with `auto` what the page looks like. */
function baseAppearance(element: Element, theme: string): Appearance {
  const button = element.hasAttribute('hide-button') && ({ button: 'hidden' } as const)
  // The frame checks it.
  const wording = (element.getAttribute('button-text') ?? undefined) as Appearance['wording']
  return { ...themed(element, theme), ...button, ...(wording && { wording }) }
}

function themed(element: Element, theme: string): Appearance {
  if (theme === 'light' || theme === 'dark') return { scheme: theme }
  const page = theme === 'auto' ? pageTheme(element) : {}
  const declared = schemeOf(getComputedStyle(element).colorScheme, matchMedia('(prefers-color-scheme: dark)').matches)
  // A dark page need not declare a scheme.
  const scheme = page.background ? (isDark(page.background) ? 'dark' : 'light') : declared
  return { scheme, ...presetOf(theme, scheme), ...page }
}

const nameOf = (token: Token): string => `--tender-${token}`

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

/** An appearance, and the first token of the page that has no valid value. */
export interface Reading {
  readonly appearance: Appearance
  readonly trouble?: Trouble
}

/**
 * Reads the tokens' computed values on a probe inside the panel, where the browser resolves every `var()` and unit. A
 * token that the page does not set costs no layout.
 */
export function appearanceOf(probe: HTMLElement, element: Element, theme: string): Reading {
  const shown = getComputedStyle(probe)
  const base = baseAppearance(element, theme)
  const read = tokenNames
    .filter((name) => shown.getPropertyValue(nameOf(name)).trim())
    .map((name) => [name, resolved(probe, shown, name)] as const)
  const invalid = read.find(([, value]) => value === undefined)?.[0]
  const valid = Object.fromEntries(read.filter(([, value]) => value !== undefined))
  return {
    appearance: { ...defaults[base.scheme], ...base, ...valid },
    ...(invalid && { trouble: misread(invalid) }),
  }
}

/** The value of a token as the browser resolves it; `undefined` when it is not valid. */
function resolved(probe: HTMLElement, shown: CSSStyleDeclaration, name: Token): string | number | undefined {
  const rule = tokens[name]
  const reference = `var(${nameOf(name)})`
  const word = shown.getPropertyValue(nameOf(name)).trim()
  if (rule === 'colour') {
    probe.style.backgroundColor = `color-mix(in srgb, ${reference}, ${reference})`
    return hexOf(shown.backgroundColor)
  }
  if (isLength(rule)) {
    if (word === '0') return clamped(name, 0)
    // Where the value is no length, the indent is inherited, which is none.
    probe.style.textIndent = `calc(1px + ${reference})`
    const length = Number.parseFloat(shown.textIndent)
    return length ? clamped(name, length - 1) : undefined
  }
  return isTokenValue(name, word) ? word : undefined
}

/** An invalid value, described so that the page's author can fix it. */
function misread(name: Token): Trouble {
  const rule = tokens[name]
  const text = rule === 'colour' ? 'an opaque colour' : isLength(rule) ? 'a length' : ruleText(name)
  return { code: 'config_appearance', message: `"${nameOf(name)}" must be ${text}.`, field: nameOf(name) }
}
