import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import type { SavedCard } from '#contract/payment-methods.ts'
import { schemeNames, schemes } from './schemes.ts'

export interface Mark {
  /** As credit-card-type or the table of schemes names it; `unknown` when no brand, or more than one, fits. */
  readonly id: string
  readonly name?: string
}

/** What the first digits of a number determine. */
export interface Brand extends Mark {
  /** The other brand of a co-badged card. */
  readonly also?: Mark
  /** After how many digits a space is shown. */
  readonly gaps: readonly number[]
  readonly shortest: number
  readonly longest: number
  /** The least and the most digits of the security code. */
  readonly code: readonly [least: number, most: number]
  /** Whether its numbers end with a check digit. */
  readonly checked: boolean
}

const groups = [4, 8, 12, 16]

/**
 * Accepts every scheme that the tables do not contain: 12 to 19 digits (ISO/IEC 7812-1) without a check digit, a code
 * of 3 or 4.
 */
const unknown: Brand = { id: 'unknown', gaps: groups, shortest: 12, longest: 19, code: [3, 4], checked: false }

/** From this many digits on, a number that fits no brand is taken for a local scheme's. */
export const DECIDED = 6

/** Cards of local schemes may have no security code, so it is optional. */
const local: Brand = { ...unknown, code: [0, 4] }

/** Brands with numbers in use that fail the check digit. */
const unchecked = new Set(['unionpay'])

type Pattern = number | readonly number[]

/** First digits of one length, from `low` to `high`. */
interface Range {
  readonly low: string
  readonly high: string
  readonly brand: Brand
}

/** Uses only the library's table: its functions, which also modify the table, would double its cost for the frame. */
const known = new Map<string, Brand>(
  Object.entries(cardTypes).map(([id, { niceType, gaps, lengths, code }]) => [
    id,
    {
      id,
      name: niceType,
      gaps: gaps.every((gap) => groups.includes(gap)) ? groups : gaps,
      shortest: Math.min(...lengths),
      longest: Math.max(...lengths),
      code: [code.size, code.size],
      checked: !unchecked.has(id),
    },
  ]),
)
for (const [id, name] of Object.entries(schemeNames))
  known.set(id, { ...local, id, name: name.replace('*', ''), code: [name.endsWith('*') ? 3 : 0, 3], checked: true })

const rangeOf = (brand: Brand, [low, high = low]: readonly (number | string)[]): Range => ({
  brand,
  low: String(low),
  high: String(high),
})

const ranges: readonly Range[] = [
  ...Object.entries(cardTypes).flatMap(([id, { patterns }]) =>
    (patterns as readonly Pattern[]).map((pattern) => rangeOf(known.get(id)!, [pattern].flat())),
  ),
  ...schemes.flatMap(([ids, digits]) => {
    const [brand, also] = ids.split(' ').map((id) => known.get(id)!)
    return digits.split(' ').map((range) => rangeOf({ ...brand!, ...(also && { also }) }, range.split('-')))
  }),
]

/** The most digits that a brand is determined by. */
const longestPrefix = Math.max(DECIDED, ...ranges.map(({ low }) => low.length))

let last = { prefix: '', brand: unknown }

/** The brand of a complete or partial number; one key asks for the same one many times. */
export function brandOf(digits: string): Brand {
  const prefix = digits.slice(0, longestPrefix)
  if (last.prefix !== prefix) last = { prefix, brand: lookUp(prefix) }
  return last.brand
}

/**
 * The longest matching prefix wins, then the narrowest range; `unknown` while a longer prefix of another brand can
 * still follow.
 */
function lookUp(digits: string): Brand {
  const fitting = ranges.filter((range) => fits(digits, range))
  if (fitting.length === 0) return digits.length < DECIDED ? unknown : local
  const whole = fitting.filter(({ low }) => low.length <= digits.length)
  const { brand } = (whole.length > 0 ? whole : fitting).reduce((best, one) => (isCloser(one, best) ? one : best))
  return fitting.some((one) => one.low.length > digits.length && one.brand.id !== brand.id) ? unknown : brand
}

const isCloser = (one: Range, than: Range): boolean =>
  (one.low.length - than.low.length || widthOf(than) - widthOf(one)) > 0

const widthOf = ({ low, high }: Range): number => +high - +low

/** Whether the digits are within a range, compared over their common length. */
function fits(digits: string, { low, high }: Range): boolean {
  const length = Math.min(digits.length, low.length)
  const start = digits.slice(0, length)
  return start >= low.slice(0, length) && start <= high.slice(0, length)
}

/** Every name on the card. */
export const namesOf = ({ name, also }: Brand): string => [name, also?.name].filter(Boolean).join(' / ')

/** The brand of a stored card: by the first digits that its mask shows, or else by the gateway's name of it. */
export function brandOfStored({ maskedPan, brand = '' }: Pick<SavedCard, 'maskedPan' | 'brand'>): Brand {
  const result = brandOf(/^\d*/.exec(maskedPan)![0])
  return result.name || !brand ? result : (known.get(brand) ?? { ...local, name: brand })
}
