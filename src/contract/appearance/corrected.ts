import { defaults, type Appearance } from './appearance.ts'
import { CONTROL, contrast, readableOn, TEXT } from './contrast.ts'
import type { Token } from './tokens.ts'

/** A colour of the shop that could not be read or seen where it is used. */
export interface Correction {
  readonly field: Token
  readonly against: Token
  readonly ratio: number
  /** The least ratio that WCAG 2.2 asks for. */
  readonly least: number
}

/** Which colours must stand out against which; a colour comes before those that are drawn on it. */
const pairs = [
  ['text', 'background', TEXT],
  ['field', 'text', TEXT],
  ['muted', 'background', TEXT],
  ['danger', 'background', TEXT],
  ['success', 'background', CONTROL],
  ['border', 'background', CONTROL],
  ['focus', 'background', CONTROL],
  ['on-accent', 'accent', TEXT],
] as const satisfies readonly (readonly [Token, Token, number])[]

type Colour = (typeof pairs)[number][0 | 1]
type Colours = Partial<Record<Colour, string>>

/**
 * The appearance with every colour that has too little contrast replaced, and what was replaced. A shop that sets only a
 * background gets a text that can be read on it, without a report.
 */
export function corrected(appearance: Appearance): {
  readonly appearance: Appearance
  readonly corrections: readonly Correction[]
} {
  const set: Colours & Appearance = { ...appearance }
  const own: Colours = defaults[appearance.scheme]
  const used = (name: Colour): string | undefined => set[name] ?? own[name]
  const corrections: Correction[] = []
  for (const [field, against, least] of pairs) {
    const [value, base] = [used(field), used(against)]
    if (!value || !base || !(set[field] || set[against])) continue
    const ratio = contrast(value, base)
    if (ratio >= least) continue
    if (appearance[field]) corrections.push({ field, against, ratio, least })
    const instead = own[field]
    // Without a default the colour is derived from others.
    if (!instead) delete set[field]
    else set[field] = contrast(instead, base) >= least ? instead : readableOn(base)
  }
  if (!set.focus && contrast(used('accent')!, used('background')!) < CONTROL) set.focus = used('text')!
  return { appearance: set, corrections }
}
