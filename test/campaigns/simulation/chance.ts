/** Random values that are the same for the same seed. */
export interface Chance {
  /** A whole number from 0 to `n`, without `n`. */
  below(n: number): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True with a probability of so many in a hundred thousand. */
  hits(perHundredThousand: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Always the least value of a range. */
export const least: Chance = {
  below: () => 0,
  between: (low) => low,
  hits: () => false,
  pick: (list) => list[0]!,
}

/** Always the greatest. */
export const greatest: Chance = {
  below: (n) => n - 1,
  between: (_, high) => high,
  hits: () => true,
  pick: (list) => list.at(-1)!,
}

/** Always what is at two thirds. */
export const twoThirds: Chance = {
  below: (n) => Math.floor((2 * n) / 3),
  between: (low, high) => Math.round(low + (2 * (high - low)) / 3),
  hits: () => true,
  pick: (list) => list[Math.floor((2 * list.length) / 3)]!,
}

const STEP = 0x6d2b79f5

/** mulberry32, seeded by a number and a purpose, so that one use does not change another. */
export function chanceOf(seed: number, use = ''): Chance {
  let state = mixed(seed, use)
  const next = (): number => {
    state = (state + STEP) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
  const below = (n: number): number => Math.floor((next() / 2 ** 32) * n)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    hits: (perHundredThousand) => below(100_000) < perHundredThousand,
    pick: (list) => list[below(list.length)]!,
  }
}

/** FNV-1a over the use, starting from the seed. */
function mixed(seed: number, use: string): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ 0x811c9dc5
  for (let at = 0; at < use.length; at++) hash = Math.imul(hash ^ use.charCodeAt(at), 0x01000193)
  return hash | 0
}
