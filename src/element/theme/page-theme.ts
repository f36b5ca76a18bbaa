import type { TokenValues } from '#contract/appearance/tokens.ts'
import { hexOf } from './colour.ts'

/** A page's own fonts that are one of the system's stacks; any other is shown in the system's own font. */
const stacks: readonly (readonly [font: NonNullable<TokenValues['font']>, names: RegExp])[] = [
  ['mono', /^(?:ui-monospace|monospace|menlo|consolas|monaco|courier(?: new)?)$/],
  ['rounded', /^(?:ui-rounded|nunito|quicksand|varela round)$/],
  ['serif', /^(?:ui-serif|georgia|cambria|garamond|palatino|merriweather|playfair display|lora)$/],
]

/** Text as browsers draw it where the page sets none. */
const plainText = new Set(['#000000', '#ffffff'])

/** The element around another one in the tree that is shown, across shadow roots. */
const around = (element: Element): Element | undefined =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host

/**
 * The colour behind an element: the page's, or else in the dark the browser's own, which the element's style sheet names
 * in a colour that nothing is drawn in; `undefined` where that is white.
 */
export function backgroundBehind(element: Element): string | undefined {
  for (let at = around(element); at; at = around(at)) {
    const color = hexOf(getComputedStyle(at).backgroundColor)
    if (color) return color
  }
  const canvas = hexOf(getComputedStyle(element).columnRuleColor)
  return canvas === '#ffffff' ? undefined : canvas
}

/** The corners of the page's own fields and buttons, in CSS pixels, where they are round. */
function radiusOf(page: Document): number | undefined {
  const control = page.querySelector('input:not([type=radio], [type=checkbox], [type=hidden]), button')
  return (control && Number.parseFloat(getComputedStyle(control).borderTopLeftRadius)) || undefined
}

function fontOf(family: string): TokenValues['font'] {
  const [name = ''] = family.toLowerCase().replaceAll(/["']/g, '').split(',')
  return stacks.find(([, names]) => names.test(name))?.[0]
}

/** What an element takes over from its page: text, background, `accent-color`, corners and font. */
export function pageTheme(element: Element): TokenValues {
  const { color, accentColor, fontFamily } = getComputedStyle(element)
  const text = hexOf(color)
  const found = {
    text: text && plainText.has(text) ? undefined : text,
    background: backgroundBehind(element),
    accent: hexOf(accentColor),
    radius: radiusOf(element.ownerDocument),
    font: fontOf(fontFamily),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
