/** What tells one turn of the event loop from the next. */
export interface Turns {
  /** Calls an action once the event loop has looked for input again. */
  readonly nextTurn: (act: () => void) => void
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Begins a request, which calls `ended` once it is over. */
export type Begin = (ended: () => void) => void

/** Requests that each merchant may have at work, however busy the process is. */
const DUE = 1

/** Milliseconds; after a turn that took longer, only what is due begins, until the process has caught up. */
const SHORT = 1

/** Most requests of one merchant that wait. */
const MOST_WAITING = 1000

interface Share {
  readonly waiting: Begin[]
  atWork: number
  /** Whether one has begun in this turn. */
  hasBegun: boolean
}

/**
 * Begins requests fairly. A merchant's request is due where none of its own is at work, and has begun in this turn of the
 * event loop: it begins at once. All others wait, and begin one by one, merchant by merchant, where the last turn was
 * short: whoever sends many gets what the process has left, and takes nothing from those who send few. False where too
 * many wait already.
 */
export function fairTurns<Key extends object>({ nextTurn, now }: Turns): (key: Key, begin: Begin) => boolean {
  const shares = new WeakMap<Key, Share>()
  /** Who has begun a request in this turn, or has some that wait; last who was given one that was not due. */
  const active = new Set<Share>()
  let turnedAt = 0
  const start = (share: Share, begin: Begin): void => {
    share.hasBegun = true
    share.atWork += 1
    begin(() => void (share.atWork -= 1))
  }
  const turn = (): void => {
    let mayAdd = now() - turnedAt <= SHORT
    turnedAt = now()
    for (const share of [...active]) {
      share.hasBegun = false
      const isDue = share.atWork < DUE
      if (!share.waiting.length) active.delete(share)
      else if (isDue || mayAdd) start(share, share.waiting.shift()!)
      if (isDue || !share.hasBegun) continue
      mayAdd = false
      active.delete(share)
      active.add(share)
    }
    if (active.size) nextTurn(turn)
  }
  return (key, begin) => {
    const share = shares.get(key) ?? { waiting: [], atWork: 0, hasBegun: false }
    shares.set(key, share)
    if (!active.size) {
      turnedAt = now()
      nextTurn(turn)
    }
    active.add(share)
    const isDue = share.atWork < DUE && !share.hasBegun && !share.waiting.length
    if (isDue) start(share, begin)
    else if (share.waiting.length >= MOST_WAITING) return false
    else share.waiting.push(begin)
    return true
  }
}
