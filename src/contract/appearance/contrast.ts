/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

/** The least contrast of text, and of the parts of a control (WCAG 2.2, 1.4.3 and 1.4.11). */
export const [TEXT, CONTROL] = [4.5, 3]

/** `color-mix(in srgb)` of two colours, with a share of the first. */
export function mixed(one: string, other: string, share: number): string {
  const channel = (hex: string, at: number): number => parseInt(hex.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map((at) => Math.round(channel(one, at) * share + channel(other, at) * (1 - share)))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const inks = ['#ffffff', '#14161a', '#000000'] as const

/** White, near black or black: the first that can be read on a colour. */
export const readableOn = (background: string): string =>
  inks.find((ink) => contrast(ink, background) >= TEXT) ?? '#000000'

export const isDark = (color: string): boolean => luminance(color) < 0.18
