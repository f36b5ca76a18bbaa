import { defaults, type Appearance } from './appearance.ts'
import { CONTROL, contrast, mixed, readableOn, TEXT } from './contrast.ts'
import type { Token } from './tokens.ts'

/** A colour of the shop that could not be read or seen where it is used. */
export interface Correction {
  readonly field: Token
  readonly against: Token
  readonly ratio: number
  /** The least ratio that WCAG 2.2 asks for. */
  readonly least: number
}

/**
 * Which colours must stand out against which; a colour comes before those that are drawn on it. Labels, hints, an expiry
 * that is over and the ring of the focus are drawn on a field too.
 */
const pairs = [
  ['text', 'background', TEXT],
  ['field', 'text', TEXT],
  ['muted', 'background', TEXT],
  ['muted', 'field', TEXT],
  ['danger', 'background', TEXT],
  ['danger', 'field', TEXT],
  ['success', 'background', CONTROL],
  ['border', 'background', CONTROL],
  ['focus', 'background', CONTROL],
  ['focus', 'field', CONTROL],
  ['on-accent', 'accent', TEXT],
] as const satisfies readonly (readonly [Token, Token, number])[]

/** Colours that a style sheet mixes of the text and of what is behind it: with which share of the text. */
const mixtures = [
  ['muted', 0.72, ['background', 'field'], TEXT],
  ['border', 0.52, ['background'], CONTROL],
] as const satisfies readonly (readonly [Token, number, readonly Token[], number])[]

type Colour = (typeof pairs)[number][0 | 1]
type Colours = Partial<Record<Colour, string>>

/**
 * The appearance with every colour that has too little contrast replaced, and what was replaced. A shop that sets only a
 * background, or only a field, gets colours that can be read on it, without a report.
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
    else if (contrast(instead, base) >= least) set[field] = instead
    else set[field] = against === 'field' ? used('text')! : readableOn(base)
  }
  /** Whether a colour that is made for what is behind it is faint on one of these. */
  const isFaint = (names: readonly Colour[], least: number, colourOn: (base: string) => string): boolean =>
    names.some((name) => used(name) && contrast(colourOn(used(name)!), used(name)!) < least)
  if (!set.focus && isFaint(['background', 'field'], CONTROL, () => used('accent')!)) set.focus = used('text')!
  for (const [name, share, bases, least] of mixtures)
    if (!set[name] && isFaint(bases, least, (base) => mixed(used('text')!, base, share))) set[name] = used('text')!
  return { appearance: set, corrections }
}
