import type { CheckoutError } from '#bridge/protocol.ts'
import { defaults, type Appearance } from '#contract/appearance/appearance.ts'
import {
  clamped,
  isLength,
  isTokenValue,
  ruleText,
  tokenNames,
  tokens,
  type Token,
} from '#contract/appearance/tokens.ts'
import { opaqueOn } from './colour.ts'
import { baseAppearance, nameOf } from './theme.ts'

/** An appearance, and the first token of the page that has no valid value. */
export interface Reading {
  readonly appearance: Appearance
  readonly error?: CheckoutError
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
    ...(invalid && { error: misread(invalid) }),
  }
}

/** The value of a token as the browser resolves it; `undefined` when it is not valid. */
function resolved(probe: HTMLElement, shown: CSSStyleDeclaration, name: Token): string | number | undefined {
  const rule = tokens[name]
  const reference = `var(${nameOf(name)})`
  const word = shown.getPropertyValue(nameOf(name)).trim()
  if (rule === 'colour') return opaqueOn(probe, reference)
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
function misread(name: Token): CheckoutError {
  const rule = tokens[name]
  const text = rule === 'colour' ? 'an opaque colour' : isLength(rule) ? 'a length' : ruleText(name)
  return { code: 'config_appearance', message: `"${nameOf(name)}" must be ${text}.`, field: nameOf(name) }
}
