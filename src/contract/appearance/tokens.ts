/** The values of a token: a colour as `#rrggbb`, a length between two limits in CSS pixels, or one of some words. */
export type TokenRule = 'colour' | readonly [least: number, most: number] | readonly [string, ...string[]]

const weights = ['400', '500', '600', '700'] as const

/**
 * The tokens of a theme; the page sets each as the custom property `--tender-…` on the element. Their limits keep
 * fields large enough for a finger, and text large enough to be read.
 */
export const tokens = {
  /** Button, focused field, chosen option. */
  accent: 'colour',
  /** Text on the button; by default white or near black, whichever has more contrast. */
  'on-accent': 'colour',
  /** The background of the checkout, and of the frame's document. */
  background: 'colour',
  text: 'colour',
  /** Hints and other secondary text. */
  muted: 'colour',
  /** The border of fields. */
  border: 'colour',
  /** Background of fields. */
  field: 'colour',
  /** The ring around the focused control. */
  focus: 'colour',
  /** Errors. */
  danger: 'colour',
  /** A paid order. */
  success: 'colour',
  radius: [0, 24],
  'field-radius': [0, 24],
  'button-radius': [0, 36],
  'field-height': [44, 72],
  'button-height': [44, 72],
  /** Inside a field, before its text. */
  'field-padding': [8, 24],
  /** Between fields. */
  gap: [8, 32],
  /** Around the checkout. */
  padding: [0, 40],
  /** The size of what is typed; a phone zooms into a field with less than 16 pixels. */
  'text-size': [16, 22],
  'label-size': [12, 20],
  /** The size of errors and hints. */
  'error-size': [12, 18],
  'border-width': [0, 4],
  'focus-width': [2, 5],
  /** Stacks of the system's own fonts; no other font is loaded. */
  font: ['system', 'serif', 'mono', 'rounded'],
  'label-weight': weights,
  'button-weight': weights,
  /** Above what is typed, or in its place until something is. */
  label: ['above', 'floating'],
  /** `separate` fields stand by themselves; all others of a card are one group. */
  fields: ['outlined', 'filled', 'underlined', 'separate'],
  /** Around the checkout. */
  box: ['none', 'outlined', 'raised'],
  /** The shadow of the button. */
  shadow: ['none', 'small', 'large'],
  /** Transitions; none for a shopper who prefers reduced motion, whatever the shop sets. */
  motion: ['calm', 'none'],
} as const satisfies Readonly<Record<string, TokenRule>>

export type Token = keyof typeof tokens

type Value<Rule> = Rule extends 'colour'
  ? string
  : Rule extends readonly [number, number]
    ? number
    : Rule[keyof Rule & number]

/** The values of tokens by their names; a token that is absent has its default. */
export type TokenValues = { readonly [Name in Token]?: Value<(typeof tokens)[Name]> }

export const tokenNames = Object.keys(tokens) as readonly Token[]

export const isLength = (rule: TokenRule): rule is readonly [number, number] => typeof rule[0] === 'number'

/** What a value of a token must be, for the developer of a page. */
export function ruleText(name: Token): string {
  const rule: TokenRule = tokens[name]
  if (rule === 'colour') return 'a colour such as #2f55d4'
  return isLength(rule) ? 'a number of pixels' : `one of ${rule.join(', ')}`
}

/** Whether a value, which may come from another origin, is one of the token. */
export function isTokenValue(name: Token, value: unknown): boolean {
  const rule: TokenRule = tokens[name]
  if (rule === 'colour') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  return isLength(rule) ? Number.isFinite(value) : (rule as readonly unknown[]).includes(value)
}

/** A length within the limits of its token. */
export function clamped(name: Token, length: number): number {
  const [least, most] = tokens[name] as readonly [number, number]
  return Math.min(most, Math.max(least, length))
}
