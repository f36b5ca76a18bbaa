import { readableOn } from './contrast.ts'
import { clamped, isLength, tokenNames, tokens, type Token, type TokenRule, type TokenValues } from './tokens.ts'

/** A shop's theme for the card frame, which validates each value before use; absent tokens have the frame's defaults. */
export interface Appearance extends TokenValues {
  readonly scheme: 'light' | 'dark'
  /** The page has a button of its own; the frame shows its own only where the shopper must press it. */
  readonly button?: 'hidden'
  /** Nothing is drawn behind the form, where a gradient of the page is seen. */
  readonly ground?: 'none' | undefined
  /** What the button says besides the amount; `pay` when absent. */
  readonly wording?: ButtonText
}

/** The values of the attribute `button-text`; `save` is for a card that is only checked and stored. */
export const buttonTexts = ['pay', 'order', 'donate', 'subscribe', 'save'] as const
export type ButtonText = (typeof buttonTexts)[number]

/** The wording that a page or a query asks for, which may be anything. */
export const wordingOf = (value: unknown): { readonly wording?: ButtonText } => {
  const wording = buttonTexts.find((one) => one === value && one !== 'pay')
  return wording ? { wording } : {}
}

/** The appearance of each scheme when the shop sets nothing. */
export const defaults = {
  light: {
    scheme: 'light',
    accent: '#2f55d4',
    background: '#ffffff',
    text: '#171a21',
    danger: '#b3261e',
    success: '#0b7a4b',
    radius: 10,
  },
  dark: {
    scheme: 'dark',
    accent: '#8fabff',
    background: '#16181d',
    text: '#eceef3',
    danger: '#ffb3ab',
    success: '#5fd49b',
    radius: 10,
  },
} as const satisfies Record<Appearance['scheme'], Appearance>

/** Which of the two schemes is requested; anything else is light. */
export const schemeOf = ({ scheme }: Appearance): Appearance['scheme'] => (scheme === 'dark' ? 'dark' : 'light')

const fonts = {
  system: `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif`,
  serif: `ui-serif, Georgia, Cambria, 'Noto Serif', serif`,
  mono: `ui-monospace, Menlo, Consolas, 'Noto Sans Mono', monospace`,
  rounded: `ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, 'Segoe UI', system-ui, sans-serif`,
} as const satisfies Record<NonNullable<TokenValues['font']>, string>

const shadows = {
  none: 'none',
  small: '0 1px 2px rgb(0 0 0 / .16)',
  large: '0 6px 16px -4px rgb(0 0 0 / .28)',
} as const satisfies Record<NonNullable<TokenValues['shadow']>, string>

/** Words that stand for a longer value of CSS. */
const longer: Readonly<Partial<Record<Token, Readonly<Record<string, string>>>>> = { font: fonts, shadow: shadows }

/** Tokens that select rules of a style sheet, by an attribute `data-…` of the root. */
export const switchNames = ['label', 'fields', 'box', 'motion'] as const satisfies readonly Token[]

const isSwitch = (name: Token): boolean => (switchNames as readonly Token[]).includes(name)

/** The custom properties of a valid appearance; `undefined` for a token that is not set. */
export function themeOf(appearance: Appearance): Readonly<Record<`--${string}`, string | undefined>> {
  const { accent } = appearance
  const theme: Record<`--${string}`, string | undefined> = Object.fromEntries(
    tokenNames.filter((name) => !isSwitch(name)).map((name) => [`--${name}`, valueOf(name, appearance[name])]),
  )
  if (accent) theme['--on-accent'] ??= readableOn(accent)
  return theme
}

function valueOf(name: Token, value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined
  const rule: TokenRule = tokens[name]
  if (isLength(rule)) return `${clamped(name, value as number)}px`
  return longer[name]?.[value] ?? String(value).toLowerCase()
}

/** The attributes `data-…` of the root for a valid appearance; `undefined` for a token that is not set. */
export const switchesOf = (appearance: Appearance): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries([
    ...switchNames.map((name) => [name, appearance[name]]),
    ['label', labelPlaceOf(appearance)],
    ['button', appearance.button === 'hidden' ? 'hidden' : undefined],
    ['ground', appearance.ground],
    ['wording', appearance.wording],
  ])

/** Labels stand above separate fields only; in a group they are in their fields. */
export const labelPlaceOf = ({ label, fields }: TokenValues): 'above' | 'floating' | undefined =>
  label === 'floating' ? label : fields === 'separate' ? 'above' : undefined
