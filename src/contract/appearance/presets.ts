import type { Appearance } from './appearance.ts'
import type { TokenValues } from './tokens.ts'

type Scheme = Appearance['scheme']

const contrasting = {
  light: { text: '#000000', background: '#ffffff', muted: '#000000', border: '#000000', accent: '#00309c' },
  dark: { text: '#ffffff', background: '#000000', muted: '#ffffff', border: '#ffffff', accent: '#ffd84a' },
} as const satisfies Record<Scheme, TokenValues>

/** The tokens of a theme, by the name in the `theme` attribute; those that the page sets come before them. */
const presets = {
  auto: () => ({}),
  light: () => ({}),
  dark: () => ({}),
  minimal: () => ({ radius: 0, fields: 'underlined', label: 'floating', 'label-weight': '500' }),
  soft: () => ({
    radius: 16,
    fields: 'filled',
    label: 'floating',
    'button-radius': 26,
    shadow: 'small',
    box: 'raised',
  }),
  contrast: (scheme) => ({ ...contrasting[scheme], 'border-width': 2, 'focus-width': 4, radius: 4, motion: 'none' }),
} as const satisfies Readonly<Record<string, (scheme: Scheme) => TokenValues>>

/** The values of the `theme` attribute. */
export type ThemeName = keyof typeof presets

export const themeNames = Object.keys(presets) as readonly ThemeName[]

export const presetOf = (theme: string, scheme: Scheme): TokenValues => presets[theme as ThemeName]?.(scheme) ?? {}
