import type { Heard } from './line.ts'

/** Answers of one status: how many, and milliseconds from when they were due to be asked. */
export interface Tally {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  /** How many said when to ask again. */
  readonly saidWhen: number
}

export interface Report {
  readonly asked: number
  /** From the first request to the last answer, milliseconds. */
  readonly ms: number
  /** By status; 0 is a connection that ended instead. */
  readonly byStatus: Readonly<Record<string, Tally>>
}

interface Column {
  readonly times: number[]
  saidWhen: number
}

/** What was heard, written down as it comes. */
export class Sheet {
  readonly #columns = new Map<number, Column>()
  #asked = 0

  async follow(answer: Promise<Heard>, due: number): Promise<void> {
    this.#asked += 1
    const { status, saysWhen } = await answer.catch(() => ({ status: 0, saysWhen: false }))
    const column = this.#columns.get(status) ?? { times: [], saidWhen: 0 }
    this.#columns.set(status, column)
    column.times.push(performance.now() - due)
    column.saidWhen += Number(saysWhen)
  }

  report(ms: number): Report {
    const tallies = [...this.#columns].map(([status, column]) => [status, tallyOf(column)])
    return { asked: this.#asked, ms, byStatus: Object.fromEntries(tallies) as Record<string, Tally> }
  }
}

function tallyOf({ times, saidWhen }: Column): Tally {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), slowest: at(1), saidWhen }
}
