import type { Clock, Random } from '#contract/ports.ts'
import type { Bucket } from './address.ts'
import { WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'
import { tooManyAtOnce } from './too-many.ts'

/**
 * Declines of one address, and challenges of banks that have not ended, with the tries in progress from it that may
 * still be declined.
 */
export interface Declines {
  /** Whether one of the buckets is at its limit. */
  isReached(buckets: readonly Bucket[]): Promise<boolean>
  /** Whether one of the buckets has a decline. */
  has(buckets: readonly Bucket[]): Promise<boolean>
  /**
   * Takes a place under the limit of each bucket as soon as one is free; `undefined` when a limit is reached. Throws
   * `too_many_tries` when none becomes free in time.
   */
  enter(buckets: readonly Bucket[]): Promise<TryPlace | undefined>
  note(buckets: readonly Bucket[], member: string): Promise<void>
  /** Stops counting what was noted. */
  forget(buckets: readonly Bucket[], member: string): Promise<void>
}

/** The place of a try in progress. */
export interface TryPlace {
  release(): Promise<void>
}

/** Milliseconds until the place of a process that has ended expires; longer than a payment takes. */
const PLACE_LIFETIME = 120_000

/** How long a try waits for a place, and the pause between two checks, in milliseconds. */
const PLACE_TIMEOUT = 5000
const PAUSE = 100

interface DeclineOptions {
  readonly clock: Clock
  readonly random: Random
  readonly counters: Counters
}

export function buildDeclines({ clock, random, counters }: DeclineOptions, limit: number): Declines {
  const countOf = ({ name }: Bucket): Promise<number> => counters.count(declined(name))
  const some = async (buckets: readonly Bucket[], isSo: (count: number, bucket: Bucket) => boolean): Promise<boolean> =>
    (await Promise.all(buckets.map(async (bucket) => isSo(await countOf(bucket), bucket)))).includes(true)
  /** Takes the place before counting, so that two tries never take the last one. */
  const placedIn = async (bucket: Bucket): Promise<TryPlace | 'full' | 'reached'> => {
    const [key, name, most] = [inProgress(bucket.name), random.uuid(), limit * bucket.times]
    const release = async (): Promise<void> => void (await counters.remove(key, name))
    const [others, count] = await Promise.all([counters.add(key, name, PLACE_LIFETIME), countOf(bucket)])
    if (others - 1 + count < most) return { release }
    await release()
    return count < most ? 'full' : 'reached'
  }
  const placed = async (buckets: readonly Bucket[]): Promise<TryPlace | 'full' | 'reached'> => {
    const places = await Promise.all(buckets.map(placedIn))
    const taken = places.filter((place) => typeof place === 'object')
    const release = async (): Promise<void> => void (await Promise.all(taken.map((place) => place.release())))
    const none = places.find((place) => typeof place === 'string')
    if (none) await release()
    return none ?? { release }
  }
  return {
    isReached: (buckets) => some(buckets, (count, { times }) => count >= limit * times),
    has: (buckets) => some(buckets, (count) => count > 0),
    async enter(buckets) {
      const latest = clock.now() + PLACE_TIMEOUT
      for (;;) {
        const place = await placed(buckets)
        if (place === 'reached') return undefined
        if (place !== 'full') return place
        if (clock.now() >= latest) throw tooManyAtOnce()
        await clock.sleep(PAUSE)
      }
    },
    async note(buckets, member) {
      await Promise.all(buckets.map(({ name }) => counters.add(declined(name), member, WINDOW)))
    },
    async forget(buckets, member) {
      await Promise.all(buckets.map(({ name }) => counters.remove(declined(name), member)))
    },
  }
}

const declined = (address: string): string => `declined from ${address}`
const inProgress = (address: string): string => `under way from ${address}`

export const anyDeclines: Declines = {
  isReached: async () => false,
  has: async () => false,
  enter: async () => ({ release: async () => {} }),
  note: async () => {},
  forget: async () => {},
}
