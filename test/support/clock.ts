import type { Clock, Network } from '#contract/ports.ts'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** How many sleep. */
  readonly waiting: number
  /** Moves time on at once, and wakes whoever has slept that long. */
  advance(ms: number): void
  /** The same, and settles all that follows from each moment before the next. */
  pass(ms: number): Promise<void>
  /** Sets the machine's time; nobody has waited longer for it. */
  putForward(ms: number): void
  /** Advances the time to the next sleeper whenever nothing else runs, until the promise is settled. */
  drive<T>(promise: Promise<T>): Promise<T>
  /** Stops the time while this work runs, however long the machine takes. */
  during<T>(work: Promise<T>): Promise<T>
}

const START = Date.UTC(2030, 0, 1)

/** Turns of the event loop after which everything that needs no time is done. */
const TURNS = 30

/** How many signatures Node's threads verify now: the time stands still meanwhile, however busy the machine is. */
let computing = 0
const { prototype } = SubtleCrypto
const { verify } = prototype
prototype.verify = function (...given) {
  computing += 1
  return verify.apply(this, given).finally(() => (computing -= 1))
}

/** `start` is Unix milliseconds. */
export function fakeClock(start = START): FakeClock {
  let [passed, ahead] = [0, 0]
  const sleepers = new Map<object, { readonly until: number; readonly wake: () => void }>()
  let working = 0
  const advance = (ms: number): void => {
    passed += ms
    for (const [key, { until, wake }] of sleepers) if (until <= passed && sleepers.delete(key)) wake()
  }
  const next = (): number => Math.min(...[...sleepers.values()].map(({ until }) => until))
  return {
    now: () => start + ahead + passed,
    steady: () => passed,
    sleep: (ms, signal) =>
      new Promise((wake, fail) => {
        signal?.throwIfAborted()
        const key = {}
        const end = (): void => {
          sleepers.delete(key)
          fail(signal!.reason as Error)
        }
        signal?.addEventListener('abort', end)
        sleepers.set(key, {
          until: passed + ms,
          wake() {
            signal?.removeEventListener('abort', end)
            wake()
          },
        })
      }),
    advance,
    get waiting() {
      return sleepers.size
    },
    async pass(ms) {
      const end = passed + ms
      await settle()
      for (let until = next(); until <= end; until = next()) {
        advance(until - passed)
        await settle()
      }
      advance(end - passed)
    },
    putForward: (ms) => void (ahead += ms),
    async drive(promise) {
      const settled = promise.then(
        () => true,
        () => true,
      )
      const idle = async (): Promise<false> => {
        for (let turn = 0; turn < TURNS; turn = working || computing ? 0 : turn + 1) await new Promise(setImmediate)
        return false
      }
      while (!(await Promise.race([settled, idle()]))) {
        const until = next()
        if (Number.isFinite(until)) advance(until - passed)
      }
      return promise
    },
    during(work) {
      working += 1
      return work.finally(() => (working -= 1))
    },
  }
}

/** Lets every promise that can settle do so, in Node and in a browser. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

/** The next turn of the event loop; a message comes sooner than a timer of a browser would. */
const nextTurn = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(port1.close()))
    port1.start()
    port2.postMessage(undefined)
  })

/** A clock whose sleep moves it on at once. */
export interface InstantClock extends Clock {
  advance(ms: number): void
}

export function instantClock(start = Date.UTC(2030, 4, 1, 12)): InstantClock {
  let now = start
  const advance = (ms: number): void => {
    now += ms
  }
  return { now: () => now, advance, sleep: async (ms) => advance(ms) }
}

/** Milliseconds from which on a sleep is a timeout, not a pause. */
const TIMEOUT = 10_000

/** The clock without timeouts, but those that `mayExpire` names: pauses end as they did. */
export const withoutTimeouts = ({ now, sleep }: Clock, mayExpire = (_ms: number): boolean => false): Clock => ({
  now,
  sleep: (ms, signal) => (ms < TIMEOUT || mayExpire(ms) ? sleep(ms, signal) : new Promise(() => {})),
})

/** A network that is never known to be down. */
export const steadyNetwork: Network = { isDown: () => false, isBack: () => new Promise(() => {}) }
