import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { JobOptions } from './job-queue.ts'

type Name = JobOptions<unknown>['name']

interface Limits {
  /** Most jobs of a merchant that a process runs at once: those on which its server hangs delay no others. */
  readonly atOnce: number
  /** Milliseconds between two jobs of a merchant on average, after a burst. */
  readonly spacing: number
}

/** Each process limits itself alone: more of them read more orders. */
const limits: Readonly<Record<Name, Limits>> = {
  webhooks: { atOnce: 10, spacing: 0 },
  // The gateway answers shoppers first.
  'follow-ups': { atOnce: 8, spacing: 50 },
}

/** Milliseconds: jobs that are a burst, and how long one waits at least, and at most, that finds too many running. */
const [BURST, SHORTEST, LONGEST] = [1000, 1000, 60_000]

interface Share {
  running: number
  /** When the next job may begin, and when the next one that had to wait is to be tried. */
  free: number
  retry: number
}

/** Lets a job of a merchant in, or says in how many milliseconds it is to be tried again; without a name it is the only merchant. */
export function buildShares(clock: Clock): (name: Name, merchant?: string) => (() => void) | number {
  const shares = new Map<string, Share>()
  return (name, merchant) => {
    const { atOnce, spacing } = limits[name]
    const key = `${name} ${merchant}`
    const share = shares.get(key) ?? { running: 0, free: -Infinity, retry: -Infinity }
    shares.set(key, share)
    const now = monotonicNow(clock)
    if (share.running >= atOnce || share.free - now > BURST) {
      // Those that wait come back one after the other, and not all at once.
      share.retry = Math.max(share.retry, now) + SHORTEST / atOnce
      return Math.min(LONGEST, SHORTEST + share.retry - now)
    }
    share.running += 1
    share.free = Math.max(share.free, now) + spacing
    return () => {
      share.running -= 1
      if (!share.running && share.free <= monotonicNow(clock)) shares.delete(key)
    }
  }
}
