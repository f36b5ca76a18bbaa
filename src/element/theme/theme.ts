import type { Trouble } from '#bridge/protocol.ts'
import { defaults, type Appearance } from '#contract/appearance.ts'

/** The scheme of a page: its `color-scheme`, and when that allows both, the shopper's preference. */
export function schemeOf(colorScheme: string, prefersDark: boolean): Appearance['scheme'] {
  const words = colorScheme.split(/\s+/)
  return words.includes('dark') && (prefersDark || !words.includes('light')) ? 'dark' : 'light'
}

/** The scheme that an element must show on its page. */
export const schemeWanted = (element: Element, theme: string): Appearance['scheme'] =>
  theme === 'light' || theme === 'dark'
    ? theme
    : schemeOf(getComputedStyle(element).colorScheme, matchMedia('(prefers-color-scheme: dark)').matches)

/** `color(srgb 0.2 0.4 1)` as `#3366ff`; `undefined` for a transparent or unknown colour. */
export function hexOf(color: string): string | undefined {
  const found = /^color\(srgb ([-.\de]+) ([-.\de]+) ([-.\de]+)\)$/.exec(color)
  if (!found) return undefined
  const bytes = found.slice(1).map((part) => Math.round(Math.min(1, Math.max(0, Number(part))) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const nameOf = (token: string): string => `--tender-${token}`

/** What is known of the appearance before the element is rendered: tokens with values that need no resolving. */
export function earlyAppearance(element: Element, scheme: Appearance['scheme']): Appearance {
  const shown = getComputedStyle(element)
  const plain = ['accent', 'background', 'text']
    .map((token) => [token, shown.getPropertyValue(nameOf(token)).trim()] as const)
    .filter(([, value]) => /^#[0-9a-f]{6}$/i.test(value))
  const radius = /^(\d+(?:\.\d+)?)px$/.exec(shown.getPropertyValue(nameOf('radius')).trim())?.[1]
  return { scheme, ...Object.fromEntries(plain), ...(radius && { radius: Math.min(24, Number(radius)) }) }
}

/**
 * Reads the tokens' computed values on a probe inside the panel, where the browser has resolved every `var()` and unit.
 * A token that the page does not set has its default: resolving it would cost a layout.
 */
export function appearanceOf(probe: HTMLElement, scheme: Appearance['scheme']): Appearance {
  const shown = getComputedStyle(probe)
  const isSet = (token: string): boolean => shown.getPropertyValue(nameOf(token)).trim() !== ''
  const color = (token: 'accent' | 'background' | 'text'): string | undefined => {
    if (!isSet(token)) return defaults[scheme][token]
    probe.style.backgroundColor = `color-mix(in srgb, var(--${token}), var(--${token}))`
    return hexOf(shown.backgroundColor)
  }
  const [accent, background, text] = (['accent', 'background', 'text'] as const).map(color)
  const corner = isSet('radius') ? Number.parseFloat(shown.borderTopLeftRadius) : defaults[scheme].radius
  const radius = Math.min(24, Math.max(0, corner))
  return {
    scheme,
    ...(accent && { accent }),
    ...(background && { background }),
    ...(text && { text }),
    ...(radius >= 0 && { radius }),
  }
}

const tokenRules = {
  accent: 'an opaque colour',
  background: 'an opaque colour',
  text: 'an opaque colour',
  radius: 'a length',
}

/** The first token with an invalid value, described so that the page's author can fix it. */
export function misread(probe: HTMLElement, appearance: Appearance): Trouble | undefined {
  const shown = getComputedStyle(probe)
  for (const [token, rule] of Object.entries(tokenRules)) {
    const field = nameOf(token)
    if (appearance[token as keyof Appearance] === undefined && shown.getPropertyValue(field).trim())
      return { code: 'config_appearance', message: `"${field}" must be ${rule}.`, field }
  }
  return undefined
}
