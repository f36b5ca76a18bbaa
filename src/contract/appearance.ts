/** A shop's theme for the card frame, which validates each value before use. */
export interface Appearance {
  readonly scheme: 'light' | 'dark'
  /** CSS colours as `#rrggbb`; when absent, the frame's default is used. */
  readonly accent?: string
  readonly background?: string
  readonly text?: string
  /** Corner radius in CSS pixels, 0 to 24. */
  readonly radius?: number
}

/** The appearance of each scheme when the shop sets nothing. */
export const defaults = {
  light: { scheme: 'light', accent: '#2f55d4', background: '#ffffff', text: '#171a21', radius: 12 },
  dark: { scheme: 'dark', accent: '#8fabff', background: '#16181d', text: '#eceef3', radius: 12 },
} as const satisfies Record<Appearance['scheme'], Required<Appearance>>

const LARGEST_RADIUS = 24

const colours = ['accent', 'background', 'text'] as const

/** The first invalid value, with its rule; values come from another origin, whatever their type says. */
export function problemOf(appearance: Appearance): { field: keyof Appearance; rule: string } | undefined {
  const colour = colours.find((token) => appearance[token] !== undefined && !isColour(appearance[token]))
  if (colour) return { field: colour, rule: 'a colour such as #2f55d4' }
  const { radius } = appearance
  return radius === undefined || Number.isFinite(radius) ? undefined : { field: 'radius', rule: 'a number of pixels' }
}

const isColour = (value: unknown): boolean => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** Which of the two schemes is requested; anything else is light. */
export const schemeOf = ({ scheme }: Appearance): Appearance['scheme'] => (scheme === 'dark' ? 'dark' : 'light')

/** The custom properties that a valid appearance sets; `undefined` keeps the frame's own. */
export function themeOf(appearance: Appearance): Readonly<Record<`--${string}`, string | undefined>> {
  const { accent, background, text, radius } = appearance
  return {
    '--accent': accent?.toLowerCase(),
    '--on-accent': accent && readableOn(accent),
    '--background': background?.toLowerCase(),
    '--text': text?.toLowerCase(),
    '--radius': radius === undefined ? undefined : `${Math.min(LARGEST_RADIUS, Math.max(0, radius))}px`,
  }
}

/** White or near black, whichever has more contrast; white up to this luminance (WCAG 2.2 contrast ratio). */
export const readableOn = (background: string): string => (luminance(background) > 0.19 ? '#14161a' : '#ffffff')

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** What the card document can be made for: a locale and an appearance, in the query of its address. */
export interface DocumentWish {
  /** BCP 47 tags; the document is in the first that is in the table of texts. */
  readonly locales: readonly string[]
  readonly appearance: Appearance
}

/** Most locales in such a query. */
const MAX_LOCALES = 8

/** The query of the card document's address. */
export function queryOf({ locales, appearance }: DocumentWish): string {
  const wishes = [...new Set(locales)].slice(0, MAX_LOCALES).join(',')
  const values = Object.entries({ locale: wishes, ...appearance }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(Object.fromEntries(values.map(([name, value]) => [name, String(value)]))).toString()
}

/** The locales in such a query. */
export const localesIn = ({ locale }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof locale === 'string' ? locale.split(',').slice(0, MAX_LOCALES) : []

/**
 * The appearance in such a query. An element of another version may have written it, so that what cannot be read is
 * left out: the frame receives the appearance again, and reports what is wrong.
 */
export function appearanceIn(query: Readonly<Record<string, unknown>>): Appearance {
  const radius = typeof query['radius'] === 'string' && query['radius'] !== '' ? Number(query['radius']) : undefined
  const scheme = query['scheme'] === 'dark' ? 'dark' : 'light'
  const given = { ...Object.fromEntries(colours.map((token) => [token, query[token]])), radius }
  const valid = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !problemOf({ scheme, [field]: value } as Appearance),
  )
  return { scheme, ...Object.fromEntries(valid) }
}
