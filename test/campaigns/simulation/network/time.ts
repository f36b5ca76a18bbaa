import type { Clock } from '#contract/ports.ts'
import { isWorking } from './light-web.ts'
import type { Visit } from '../visits.ts'

interface Event {
  readonly at: number
  readonly sequence: number
  readonly cause: Visit | undefined
  act: (() => void) | undefined
}

/** The time at which each scenario starts. */
export const START = Date.UTC(2030, 0, 1)

/** All scheduled events, in the order of their times; only they advance the clock. */
export class Time {
  now = START
  /** The request that the current event, and all that follows from it, belongs to. */
  cause: Visit | undefined
  #sequence = 0
  /** A binary heap; the first is the next. */
  readonly #heap: Event[] = []

  /** Schedules `act` after `ms`; the returned function cancels it. */
  after(ms: number, act: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, ms), sequence: this.#sequence++, cause: this.cause, act }
    this.#push(event)
    return () => (event.act = undefined)
  }

  /** Runs all events until a time; all that follows from an event completes before the next one. */
  async run(until = Infinity): Promise<void> {
    for (let event = this.#due(until); event; event = this.#due(until)) {
      const { act } = event
      if (!act) continue
      this.now = event.at
      this.cause = event.cause
      act()
      await atRest()
    }
  }

  /** Returns to the start, and drops all scheduled events. */
  reset(): void {
    this.#heap.length = 0
    this.now = START
    this.#sequence = 0
    this.cause = undefined
  }

  #due(until: number): Event | undefined {
    const [next] = this.#heap
    return next && next.at <= until ? this.#pop() : undefined
  }

  #push(event: Event): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(event, heap[above]!)) break
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = event
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    const [first, last] = [heap[0], heap.pop()]
    if (!heap.length || !last) return first
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++
      if (!isBefore(heap[below]!, last)) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = last
    return first
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.sequence < other.sequence)

/** Node runs a `nextTick` callback scheduled here only once no promise has anything left to do. */
export async function atRest(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  while (isWorking()) await new Promise(setImmediate)
}

/** A clock with that time; as on a machine, the time of day has whole milliseconds. */
export const clockOf = (time: Time): Clock => ({
  now: () => Math.floor(time.now),
  sleep: (ms, signal) =>
    new Promise((wake, fail) => {
      if (signal?.aborted) return fail(signal.reason as Error)
      const called = (): void => {
        cancel()
        fail(signal!.reason as Error)
      }
      const cancel = time.after(ms, () => {
        signal?.removeEventListener('abort', called)
        wake()
      })
      signal?.addEventListener('abort', called)
    }),
})
