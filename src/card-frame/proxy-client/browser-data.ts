import type { Browser } from '#contract/checkout-requests.ts'

/** What the browser reports of itself; the offset is in minutes, as `getTimezoneOffset()` returns it. */
export interface Surroundings {
  readonly userAgent: string
  readonly language: string
  readonly colorDepth: number
  readonly screenWidth: number
  readonly screenHeight: number
  readonly timeZoneOffset: number
  readonly timeZone: string
  readonly plugins: readonly string[]
}

const depths = ['1', '4', '8', '15', '16', '24', '32', '48'] as const

/** Browser data for 3-D Secure, each value within the bounds that the protocol sets. */
export function browserData(seen: Surroundings): Browser {
  const plugins = seen.plugins.join(', ').slice(0, 1024)
  return {
    userAgent: seen.userAgent.slice(0, 2048) || 'unknown',
    language: shortTag(seen.language),
    colorDepth: colorDepth(seen.colorDepth),
    screenWidth: pixels(seen.screenWidth),
    screenHeight: pixels(seen.screenHeight),
    timeZoneOffset: String(Math.round(seen.timeZoneOffset)),
    ...(seen.timeZone && { timeZone: seen.timeZone.slice(0, 64) }),
    ...(plugins && { plugins }),
    javaEnabled: false,
  }
}

/** The deepest listed value that is not deeper than the screen: 30 bits are reported as 24. */
export const colorDepth = (depth: number): Browser['colorDepth'] =>
  depths.findLast((listed) => Number(listed) <= depth) ?? '1'

/**
 * A language tag of at most 8 characters, cut between subtags: `zh-Hant-TW` becomes `zh-Hant`. A browser may report what is
 * no tag, such as `C` or `en@posix`.
 */
export const shortTag = (tag: string): string => /^(?=[a-z]{2})[a-z\d-]{0,6}[a-z\d]{2}\b/i.exec(tag)?.[0] ?? 'en'

const pixels = (value: number): number => Math.min(999_999, Math.max(0, Math.round(value) || 0))
