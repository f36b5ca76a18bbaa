import type { Clock } from '#contract/ports.ts'

/**
 * Counts the members of a key within a time window; the same member counts once, and a key has one window. The limits
 * of all instances share one set of counters. Rejects when the store cannot be reached.
 */
export interface Counters {
  /** Counts `member` for `windowMs` from now on, and returns how many members the key has. */
  add(key: string, member: string, windowMs: number): Promise<number>
  /** How many members the key has. */
  count(key: string): Promise<number>
  /** Stops counting `member`, and returns whether it was counted: `true` for only one of several concurrent calls. */
  remove(key: string, member: string): Promise<boolean>
}

/** Below this number of keys, removing the old ones is not worth the scan. */
const FEW = 1000

/**
 * Counters of a single process; they end with it.
 *
 * @example
 * ```ts
 * import { memoryCounters, systemClock } from 'tender-checkout/server'
 *
 * const counters = memoryCounters(systemClock)
 * await counters.add('declines of 192.0.2.7', 'A-17', 600_000) // 1
 * await counters.add('declines of 192.0.2.7', 'A-18', 600_000) // 2
 * await counters.remove('declines of 192.0.2.7', 'A-17') // true
 * await counters.count('declines of 192.0.2.7') // 1
 * ```
 */
export function memoryCounters(clock: Clock): Counters {
  const kept = new Map<string, Map<string, number>>()
  let sweepAt = FEW
  /** The unexpired members. The oldest come first, since a key has one window. */
  const live = (key: string): Map<string, number> => {
    const members = kept.get(key) ?? new Map<string, number>()
    for (const [member, until] of members) {
      if (until > clock.now()) break
      members.delete(member)
    }
    if (!members.size) kept.delete(key)
    return members
  }
  const sweep = (): void => {
    for (const key of kept.keys()) live(key)
    sweepAt = Math.max(FEW, 2 * kept.size)
  }
  return {
    async add(key, member, windowMs) {
      if (kept.size >= sweepAt) sweep()
      const members = live(key)
      members.delete(member)
      kept.set(key, members.set(member, clock.now() + windowMs))
      return members.size
    },
    count: async (key) => live(key).size,
    async remove(key, member) {
      const members = live(key)
      const isCounted = members.delete(member)
      if (!members.size) kept.delete(key)
      return isCounted
    },
  }
}
