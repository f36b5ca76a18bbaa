import cardTypes from 'credit-card-type/dist/lib/card-types.js'

/** What a number's first digits tell of it. */
export interface Brand {
  /** As credit-card-type names it; `unknown` when no brand, or more than one, fits. */
  readonly id: string
  readonly name?: string
  /** After how many digits a space is shown. */
  readonly gaps: readonly number[]
  readonly shortest: number
  readonly longest: number
  /** How long the security code is at least and at most. */
  readonly code: readonly [least: number, most: number]
  /** Whether its numbers end with a check digit. */
  readonly checked: boolean
}

type Pattern = number | readonly number[]

const groups = [4, 8, 12, 16]

/** Lets every scheme through that the table does not know: 12 to 19 digits (ISO/IEC 7812-1), a code of 3 or 4. */
const unknown: Brand = { id: 'unknown', gaps: groups, shortest: 12, longest: 19, code: [3, 4], checked: true }

/** Digits from which on a number that fits no brand is of a scheme of its own, and no longer undecided. */
const DECIDED = 6

/** Cards of local schemes may have no security code, so it is not asked of them. */
const local: Brand = { ...unknown, code: [0, 4] }

/** Brands with numbers in use that fail the check digit. */
const unchecked = new Set(['unionpay'])

/** Only the library's table is taken: its functions, which also change the table, would cost the frame as much again. */
const brands = Object.values(cardTypes).map(({ type, niceType, patterns, gaps, lengths, code }) => ({
  patterns: patterns as readonly Pattern[],
  brand: {
    id: type,
    name: niceType,
    gaps: gaps.every((gap) => groups.includes(gap)) ? groups : gaps,
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
    code: [code.size, code.size],
    checked: !unchecked.has(type),
  } satisfies Brand as Brand,
}))

/** The brand of a number, whole or half typed: the one of the longest prefix and then the narrowest range, once no longer prefix can follow. */
export function brandOf(digits: string): Brand {
  const found = brands.flatMap(({ brand, patterns }) => {
    const pattern = patterns.find((one) => fits(digits, one))
    return pattern === undefined
      ? []
      : [{ brand, length: lengthOf(pattern), width: +highest(pattern) - +lowest(pattern) }]
  })
  if (found.length === 0) return digits.length < DECIDED ? unknown : local
  if (found.length > 1 && found.some(({ length }) => length > digits.length)) return unknown
  return found.reduce((best, one) => ((one.length - best.length || best.width - one.width) > 0 ? one : best)).brand
}

const [lowest, highest] = [
  (pattern: Pattern) => String([pattern].flat()[0]),
  (pattern: Pattern) => String([pattern].flat().at(-1)),
]

const lengthOf = (pattern: Pattern): number => lowest(pattern).length

/** Whether the digits lie within a pattern's range, as far as both go. */
function fits(digits: string, pattern: Pattern): boolean {
  const [low, high] = [lowest(pattern), highest(pattern)]
  const length = Math.min(digits.length, low.length)
  const start = digits.slice(0, length)
  return start >= low.slice(0, length) && start <= high.slice(0, length)
}
