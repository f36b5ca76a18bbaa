/** What a process knows of its event loop. */
export interface EventLoop {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Calls an action in a millisecond or so. */
  readonly soon: (act: () => void) => void
  /** The share of its time that it was at work lately, from 0 to 1. */
  readonly utilization: () => number
}

/** Milliseconds; so often one request of each merchant is due, however busy the process is. */
const SPACING = 20

/** The share of its time up to which a process begins what is not due; the rest is for those who send few. */
const MOST_BUSY = 0.5

/** Most requests of one merchant that wait. */
const MOST_WAITING = 1000

interface Share {
  readonly waiting: (() => void)[]
  begunAt: number
}

/**
 * Begins requests fairly. A request is due where its merchant has begun none for a while, and begins at once. All others
 * wait while the process is busy, and otherwise begin one by one, merchant by merchant: whoever sends many takes little
 * from those who send few. False where too many wait already.
 */
export function fairTurns<Key extends object>(loop: EventLoop): (key: Key, begin: () => void) => boolean {
  const shares = new WeakMap<Key, Share>()
  /** Whose requests wait; last who was given one that was not due. */
  const behind = new Set<Share>()
  const isDue = ({ begunAt }: Share): boolean => loop.now() - begunAt >= SPACING
  const start = (share: Share, begin: () => void): void => {
    share.begunAt = loop.now()
    begin()
  }
  const beginNext = (): void => {
    let mayAdd = loop.utilization() <= MOST_BUSY
    for (const share of behind) {
      if (!isDue(share)) {
        if (!mayAdd) continue
        mayAdd = false
        behind.delete(share)
        behind.add(share)
      }
      start(share, share.waiting.shift()!)
      if (!share.waiting.length) behind.delete(share)
    }
    if (behind.size) loop.soon(beginNext)
  }
  return (key, begin) => {
    const share = shares.get(key) ?? { waiting: [], begunAt: -Infinity }
    shares.set(key, share)
    if (!share.waiting.length && isDue(share)) start(share, begin)
    else if (share.waiting.length >= MOST_WAITING) return false
    else {
      if (!behind.size) loop.soon(beginNext)
      behind.add(share)
      share.waiting.push(begin)
    }
    return true
  }
}
