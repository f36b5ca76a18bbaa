import type { Received } from './line.ts'

/** Answers of one status: how many, and their times in milliseconds since they were due. */
export interface Total {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly slowest: number
  /** How many had a Retry-After header. */
  readonly reportedAt: number
}

export interface Report {
  readonly request: number
  /** From the first request to the last answer, milliseconds. */
  readonly ms: number
  /** CPU time of the load generator meanwhile, microseconds. */
  readonly cpu: number
  /** By status; 0 is a connection that ended without an answer. */
  readonly byStatus: Readonly<Record<string, Total>>
}

interface Column {
  readonly times: number[]
  reportedAt: number
}

/** Collects the answers as they come. */
export class Sheet {
  readonly #columns = new Map<number, Column>()
  #asked = 0

  async follow(answer: Promise<Received>, due: number): Promise<void> {
    this.#asked += 1
    const { status, reportsTime } = await answer.catch(() => ({ status: 0, reportsTime: false }))
    const column = this.#columns.get(status) ?? { times: [], reportedAt: 0 }
    this.#columns.set(status, column)
    column.times.push(performance.now() - due)
    column.reportedAt += Number(reportsTime)
  }

  report(ms: number, cpu: number): Report {
    const counters = [...this.#columns].map(([status, column]) => [status, totalOf(column)])
    return { request: this.#asked, ms, cpu, byStatus: Object.fromEntries(counters) as Record<string, Total> }
  }
}

function totalOf({ times, reportedAt }: Column): Total {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1), reportedAt }
}
