/** What a process knows of its event loop. */
export interface EventLoop {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Calls an action in a millisecond or so. */
  readonly soon: (act: () => void) => void
  /** The share of its time that it was at work lately, from 0 to 1. */
  readonly utilization: () => number
}

/** Requests of each merchant that are due at once, as many as a page sends, however busy the process is. */
const BURST = 8

/** Milliseconds in which one more is due. */
const SPACING = 20

/** The share of its time up to which a process begins what is not due; the rest is for those who send few. */
const MOST_BUSY = 0.5

/** Most requests of one merchant that wait. */
const MOST_WAITING = 1000

interface Share {
  readonly waiting: (() => void)[]
  /** When the next one would be due if none had come at once. */
  free: number
}

/**
 * Begins requests fairly. A request is due where its merchant has begun few lately, and begins at once. All others
 * wait while the process is busy, and otherwise begin one by one, merchant by merchant: whoever sends many takes little
 * from those who send few. False where too many wait already.
 */
export function fairTurns<Key extends object>(loop: EventLoop): (key: Key, begin: () => void) => boolean {
  const shares = new WeakMap<Key, Share>()
  /** Whose requests wait; last who was given one that was not due. */
  const behind = new Set<Share>()
  const takesDue = (share: Share): boolean => {
    const now = loop.now()
    if (share.free - now > (BURST - 1) * SPACING) return false
    share.free = Math.max(share.free, now) + SPACING
    return true
  }
  const beginNext = (): void => {
    let mayAdd = loop.utilization() <= MOST_BUSY
    for (const share of behind) {
      if (!takesDue(share)) {
        if (!mayAdd) continue
        mayAdd = false
        behind.delete(share)
        behind.add(share)
      }
      share.waiting.shift()!()
      if (!share.waiting.length) behind.delete(share)
    }
    if (behind.size) loop.soon(beginNext)
  }
  return (key, begin) => {
    const share = shares.get(key) ?? { waiting: [], free: -Infinity }
    shares.set(key, share)
    if (!share.waiting.length && takesDue(share)) begin()
    else if (share.waiting.length >= MOST_WAITING) return false
    else {
      if (!behind.size) loop.soon(beginNext)
      behind.add(share)
      share.waiting.push(begin)
    }
    return true
  }
}
