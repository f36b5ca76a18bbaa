import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import type { Channel } from '../workers/channel.ts'
import { merged, withoutGauges } from './merge.ts'
import type { Metrics } from './metrics.ts'
import type { Snapshot } from './registry.ts'

/** The primary's request for a worker's values, and its receipt for the last ones. */
const [asked, taken] = [{ tenderMetricsAsked: true }, { tenderMetricsTaken: true }]
const is = (message: unknown, known: object): boolean => Object.hasOwn(Object(message), Object.keys(known)[0]!)

interface Report {
  readonly tenderMetrics: Snapshot
  /** The worker ends, and waits for a receipt. */
  readonly isLast: boolean
}

const isReport = (message: unknown): message is Report => Object.hasOwn(Object(message), 'tenderMetrics')

/** Milliseconds that the other process has to answer in. */
const TIMEOUT = 1000

/** A worker's side: sends its values whenever the primary asks; `last` sends them once more, before the worker ends. */
export function reportMetrics(primary: Channel, metrics: Metrics, clock: Clock): { last(): Promise<void> } {
  let confirm = (): void => {}
  const send = async (isLast: boolean): Promise<void> => {
    const tenderMetrics = await metrics.snapshot()
    primary.send({ tenderMetrics, isLast } satisfies Report)
  }
  primary.receive((message) => {
    if (is(message, asked)) send(false).catch(() => {}) // the primary has ended
    if (is(message, taken)) confirm()
  })
  const sent = (): Promise<void> =>
    new Promise((resolve, reject) => {
      confirm = resolve
      send(true).catch(reject)
    })
  // A primary that has ended, or does not answer, must not keep the worker from ending.
  return { last: () => inTime(clock, TIMEOUT, sent, () => {}).catch(() => {}) }
}

/** The primary's side: the values of all workers as those of one process. */
export interface MetricsCollector {
  /** Collects the values of a worker, until the returned function is called when it has ended. */
  join(worker: Channel): () => void
  snapshot(): Promise<Snapshot>
}

interface Joined {
  readonly worker: Channel
  latest: Snapshot
  readonly waiting: Set<() => void>
}

/** The counts of a worker that has ended are kept, since a sum that falls looks like a restart to Prometheus. */
export function collectMetrics(clock: Clock): MetricsCollector {
  const workers = new Set<Joined>()
  let ended: Snapshot = {}
  const ask = (one: Joined): Promise<void> => {
    const answered = (): Promise<void> =>
      new Promise((resolve) => {
        one.waiting.add(resolve)
        one.worker.send(asked)
      })
    return inTime(clock, TIMEOUT, answered, () => {}).catch(() => {}) // its latest values count
  }
  return {
    join(worker) {
      const one: Joined = { worker, latest: {}, waiting: new Set() }
      workers.add(one)
      worker.receive((message) => {
        if (!isReport(message)) return
        one.latest = message.tenderMetrics
        for (const resolve of one.waiting) resolve()
        one.waiting.clear()
        if (message.isLast) worker.send(taken)
      })
      return () => {
        if (workers.delete(one)) ended = merged([ended, withoutGauges(one.latest)])
      }
    },
    async snapshot() {
      await Promise.all([...workers].map(ask))
      return merged([ended, ...[...workers].map(({ latest }) => latest)])
    },
  }
}
