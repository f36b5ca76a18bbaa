import type { Appearance } from '#contract/appearance/appearance.ts'
import { CONTROL, contrast, isDark } from '#contract/appearance/contrast.ts'
import type { TokenValues } from '#contract/appearance/tokens.ts'
import { coloursOn } from './colour.ts'
import { groundBehind, probeIn, seenOn } from './ground.ts'
import { controlsNear } from './page-controls.ts'

/** Which of the system's stacks fonts are like, by the first that tells; `serif` alone is also what a page has that sets none. */
const kinds =
  /sans[- ]serif|(?<mono>\bmono(?:space)?\b|menlo|consolas|monaco|courier)|(?<rounded>rounded|nunito|quicksand|varela)|(?<serif>.\bserif\b|georgia|cambria|garamond|palatino|merriweather|playfair|lora\b)/

function fontOf(family: string): TokenValues['font'] {
  const { groups = {} } = kinds.exec(family.toLowerCase()) ?? {}
  return (Object.keys(groups) as (keyof typeof groups & NonNullable<TokenValues['font']>)[]).find(
    (kind) => groups[kind],
  )
}

/** Text as browsers draw it where the page sets none. */
const plainText = new Set(['#000000', '#ffffff'])

/** Where frameworks keep the main colour of a page. */
const MAIN = 'var(--bs-primary) var(--wp--preset--color--primary) var(--md-sys-color-primary) var(--color-primary)'

/** What a checkout takes over from its page: what an eye sees around it, and unless it is plain the look of the controls. */
export function pageTheme(checkout: Element, isPlain: boolean): Appearance {
  const style = getComputedStyle(checkout)
  const { color: background, drawn } = groundBehind(checkout)
  const text = seenOn(checkout, style.color, background)
  const { accent: ofButton, ...controls } = controlsNear(
    checkout,
    background,
    text + style.fontFamily + style.accentColor,
  )
  const declared = coloursOn(probeIn(checkout), MAIN + style.accentColor).find(
    ([hex]) => contrast(hex, background) >= CONTROL,
  )
  const [accent, font] = [ofButton ?? declared?.[0], fontOf(style.fontFamily)]
  const isSeen = drawn === 'gradient' && !style.getPropertyValue('--tender-background')
  return {
    scheme: isDark(background) ? 'dark' : 'light',
    ...(background !== '#ffffff' && { background }),
    ...(!isPlain && controls),
    ...(isSeen && { ground: 'none' }),
    ...(!plainText.has(text) && { text }),
    ...(accent && { accent }),
    ...(font && { font }),
  }
}
