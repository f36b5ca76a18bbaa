import type { Appearance, Trouble } from '#bridge/protocol.ts'

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

/**
 * Reads the tokens' computed values on a probe inside the panel, where the browser has resolved every `var()` and unit.
 */
export function appearanceOf(probe: HTMLElement, scheme: Appearance['scheme']): Appearance {
  const shown = getComputedStyle(probe)
  const color = (token: string): string | undefined => {
    probe.style.backgroundColor = `color-mix(in srgb, var(--${token}), var(--${token}))`
    return hexOf(shown.backgroundColor)
  }
  const [accent, background, text] = ['accent', 'background', 'text'].map(color)
  const radius = Math.min(24, Math.max(0, Number.parseFloat(shown.borderTopLeftRadius)))
  return {
    scheme,
    ...(accent && { accent }),
    ...(background && { background }),
    ...(text && { text }),
    ...(radius >= 0 && { radius }),
  }
}

const rules = {
  accent: 'an opaque colour',
  background: 'an opaque colour',
  text: 'an opaque colour',
  radius: 'a length',
}

/** The first token with an invalid value, described so that the page's author can fix it. */
export function misread(probe: HTMLElement, appearance: Appearance): Trouble | undefined {
  const shown = getComputedStyle(probe)
  for (const [token, rule] of Object.entries(rules)) {
    const field = `--tender-${token}`
    if (appearance[token as keyof Appearance] === undefined && shown.getPropertyValue(field).trim())
      return { code: 'config_appearance', message: `"${field}" must be ${rule}.`, field }
  }
  return undefined
}
