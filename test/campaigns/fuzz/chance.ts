/** Random values that are the same for the same seed. */
export interface Chance {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to `below`, without `below`. */
  int(below: number): number
  pick<T>(list: readonly T[]): T
  /** True with that probability. */
  is(share: number): boolean
}

/** mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number): number => Math.floor(next() * below)
  return { next, int, pick: (list) => list[int(list.length)]!, is: (share) => next() < share }
}
