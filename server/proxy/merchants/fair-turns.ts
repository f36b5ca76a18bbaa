/** Calls an action in a later turn of the event loop. */
export type NextTurn = (act: () => void) => void

/** Most requests of one merchant that wait for their turn. */
const MOST_WAITING = 1000

/**
 * Begins requests fairly: of each merchant one in a turn of the event loop. Whoever sends few is never behind the many of
 * another, and a request that is the first of its merchant in a turn begins at once. False where too many wait already.
 */
export function fairTurns<Key>(nextTurn: NextTurn): (key: Key, begin: () => void) => boolean {
  /** Who has begun a request in this turn, and what waits for the next ones. */
  const waiting = new Map<Key, (() => void)[]>()
  const turn = (): void => {
    for (const [key, queue] of waiting) {
      const begin = queue.shift()
      if (begin) begin()
      else waiting.delete(key)
    }
    if (waiting.size) nextTurn(turn)
  }
  return (key, begin) => {
    const queue = waiting.get(key)
    if (queue) return queue.length < MOST_WAITING && queue.push(begin) > 0
    if (!waiting.size) nextTurn(turn)
    waiting.set(key, [])
    begin()
    return true
  }
}
