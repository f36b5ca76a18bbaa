import type { Appearance } from '#bridge/protocol.ts'
import { FrameTrouble } from '../proxy-client/trouble.ts'

const LARGEST_RADIUS = 24

/**
 * The custom properties that a shop's appearance sets; `undefined` keeps the frame's own. Throws `appearance_invalid`
 * for an invalid value.
 */
export function themeOf(appearance: Appearance): Readonly<Record<`--${string}`, string | undefined>> {
  const accent = colour(appearance, 'accent')
  return {
    '--accent': accent,
    '--on-accent': accent && readableOn(accent),
    '--background': colour(appearance, 'background'),
    '--text': colour(appearance, 'text'),
    '--radius': radius(appearance),
  }
}

/** Which of the two schemes is requested; anything else is light. */
export const schemeOf = ({ scheme }: Appearance): Appearance['scheme'] => (scheme === 'dark' ? 'dark' : 'light')

function colour(appearance: Appearance, token: 'accent' | 'background' | 'text'): string | undefined {
  const value: unknown = appearance[token]
  if (value === undefined) return undefined
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  throw refused(token, 'a colour such as #2f55d4')
}

function radius({ radius: value }: Appearance): string | undefined {
  if (value === undefined) return undefined
  if (Number.isFinite(value)) return `${Math.min(LARGEST_RADIUS, Math.max(0, value))}px`
  throw refused('radius', 'a number of pixels')
}

const refused = (field: keyof Appearance, rule: string): FrameTrouble =>
  new FrameTrouble({ code: 'appearance_invalid', message: `Appearance "${field}" must be ${rule}.`, field })

/** White or near black, whichever has more contrast; white up to this luminance (WCAG 2.2 contrast ratio). */
export const readableOn = (background: string): string => (luminance(background) > 0.19 ? '#14161a' : '#ffffff')

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
