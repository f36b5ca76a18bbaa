import type { Clock } from '#contract/ports.ts'

export interface FakeClock extends Clock {
  advance(ms: number): void
  /** Sets the machine's time; nobody has waited longer for it. */
  putForward(ms: number): void
  /** Lets time run to the next sleeper whenever nothing else happens, until the promise is settled. */
  drive<T>(promise: Promise<T>): Promise<T>
  /** Time stands still while this work goes on, however long the machine takes. */
  during<T>(work: Promise<T>): Promise<T>
}

const START = Date.UTC(2030, 0, 1)

/** Turns of the event loop that everything which needs no time is surely done in. */
const TURNS = 30

export function fakeClock(): FakeClock {
  let [passed, ahead] = [0, 0]
  const sleepers = new Map<object, { readonly until: number; readonly wake: () => void }>()
  let working = 0
  const advance = (ms: number): void => {
    passed += ms
    for (const [key, { until, wake }] of sleepers) if (until <= passed && sleepers.delete(key)) wake()
  }
  return {
    now: () => START + ahead + passed,
    steady: () => passed,
    sleep: (ms, signal) =>
      new Promise((wake, fail) => {
        const key = {}
        sleepers.set(key, { until: passed + ms, wake })
        signal?.addEventListener('abort', () => {
          sleepers.delete(key)
          fail(signal.reason as Error)
        })
      }),
    advance,
    putForward: (ms) => void (ahead += ms),
    async drive(promise) {
      const settled = promise.then(
        () => true,
        () => true,
      )
      const idle = async (): Promise<false> => {
        for (let turn = 0; turn < TURNS; turn = working ? 0 : turn + 1) await new Promise(setImmediate)
        return false
      }
      while (!(await Promise.race([settled, idle()]))) {
        const next = Math.min(...[...sleepers.values()].map(({ until }) => until))
        if (Number.isFinite(next)) advance(next - passed)
      }
      return promise
    },
    during(work) {
      working += 1
      return work.finally(() => (working -= 1))
    },
  }
}
