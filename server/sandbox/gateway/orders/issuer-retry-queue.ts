import type { ReversalAdvice, Original, Reversed } from '#server-contract/issuing/reversals.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { ForeignAnswer } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import type { Store } from '#sandbox/store/store.ts'
import { MALFUNCTION, UNANSWERED, UNREACHABLE } from '../cards/action-for-response.ts'
import { noTimers, type Timers } from '../timers.ts'
import type { Issuer } from '../cards/issuer.ts'

/** A request to the issuer about an order's money. */
export type QueuedAdvice = { readonly order: string; readonly detail: string } & (
  | { readonly method: 'reversal' | 'completion'; readonly original: Original }
  | { readonly method: 'reversalAdvice'; readonly original: ReversalAdvice }
)

/** Tasks that are retried until the issuer answers; those of one order run one after the other. */
export interface IssuerRetryQueue {
  add(task: QueuedAdvice): void
  /** Runs the tasks of an order; returns the last answer, or `undefined` when the issuer cannot be reached. */
  settled(order: string): Promise<Reversed | undefined>
  /** Resumes the tasks that an earlier process left. */
  start(): void
}

export interface IssuerRetryQueueOptions {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly issuer: Issuer
  readonly store: Store
  /** Schedules the next try; when absent, `settled` makes it. */
  readonly timers?: Timers
  /** Is called for every finished task. */
  readonly over?: (task: QueuedAdvice, answer: Reversed) => void
}

interface Row {
  readonly id: string
  readonly task: QueuedAdvice
  readonly tries: number
}

const DONE = { responseCode: '00' } as const
const [FIRST, LONGEST] = [30_000, 3_600_000]

/** Codes without a decision of the issuer: the task is retried. */
const unjudged: ReadonlySet<string> = new Set([UNANSWERED, UNREACHABLE, MALFUNCTION])

export function buildIssuerRetryQueue(options: IssuerRetryQueueOptions): IssuerRetryQueue {
  const { clock, random, store, issuer, timers = noTimers, over } = options
  const rows = store.table<Row>('issuer-retries')
  const ofOrder = indexBy(rows, ({ task }) => task.order)
  const inProgress = new Map<string, Promise<Reversed | undefined>>()

  /** Runs the tasks of an order until none is left, or one must be retried later. */
  async function run(order: string): Promise<Reversed | undefined> {
    let answer: Reversed = DONE
    try {
      for (let [row] = ofOrder.of(order); row; [row] = ofOrder.of(order)) {
        answer = await ask(options, row.task)
        if (unjudged.has(answer.responseCode)) return void later(row)
        rows.remove(row.id)
        over?.(row.task, answer)
      }
      return answer
    } finally {
      inProgress.delete(order)
    }
  }

  function later(row: Row): void {
    const tries = row.tries + 1
    rows.put(row.id, { ...row, tries })
    timers.set(row.task.order, clock.now() + Math.min(FIRST * 2 ** row.tries, LONGEST))
  }

  function settled(order: string): Promise<Reversed | undefined> {
    if (!ofOrder.of(order).length) return Promise.resolve(DONE)
    const running = inProgress.get(order) ?? run(order)
    inProgress.set(order, running)
    return running
  }

  return {
    add(task) {
      if (!issuer[task.method]) return
      const id = random.uuid()
      rows.put(id, { id, task, tries: 0 })
      void settled(task.order)
    },
    settled,
    start() {
      for (const order of ofOrder.values()) void settled(order)
      timers.start(settled)
    },
  }
}

/** Sends one request to the issuer, and records the request and the answer. */
export async function ask(
  { issuer, journal }: Pick<IssuerRetryQueueOptions, 'issuer' | 'journal'>,
  task: QueuedAdvice,
): Promise<Reversed> {
  const { method, order, detail } = task
  journal.note({ what: method, order, from: 'gateway', to: 'issuer', detail })
  const answer = await answered(issuer, task)
  journal.note({ what: method, order, from: 'issuer', to: 'gateway', detail: `responseCode ${answer.responseCode}` })
  return answer
}

async function answered(issuer: Issuer, { method, original }: QueuedAdvice): Promise<Reversed> {
  const run = issuer[method] as ((original: Original | ReversalAdvice) => Promise<Reversed>) | undefined
  if (!run) return DONE
  try {
    return await run(original)
  } catch (error) {
    return { responseCode: error instanceof ForeignAnswer ? MALFUNCTION : UNREACHABLE }
  }
}
