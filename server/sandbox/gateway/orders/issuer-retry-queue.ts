import type { ReversalAdvice, Original, Reversed } from '#contract/issuing/reversals.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { ForeignAnswer } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import type { Store } from '#sandbox/store/store.ts'
import { MALFUNCTION, UNANSWERED, UNREACHABLE } from '../payments/action-for-response.ts'
import { silentAlarm, type Alarm } from '../alarm.ts'
import type { Issuer } from '../payments/issuer.ts'

/** What the issuer is to be asked about an order's money. */
export type QueuedAdvice = { readonly order: string; readonly detail: string } & (
  | { readonly way: 'reversal' | 'completion'; readonly asked: Original }
  | { readonly way: 'reversalAdvice'; readonly asked: ReversalAdvice }
)

/** Errands that the issuer must hear of, however often it takes: an order's one after the other. */
export interface IssuerRetryQueue {
  add(errand: QueuedAdvice): void
  /** The last answer once nothing is owed for an order, `undefined` while the issuer cannot be reached. */
  settled(order: string): Promise<Reversed | undefined>
  /** Goes on with what an earlier process has left. */
  start(): void
}

export interface IssuerRetryQueueParts {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly issuer: Issuer
  readonly store: Store
  /** Wakes for the next try; absent, one is made when somebody asks for what is settled. */
  readonly alarm?: Alarm
  /** Hears of every errand that is over. */
  readonly over?: (errand: QueuedAdvice, answer: Reversed) => void
}

interface Row {
  readonly id: string
  readonly errand: QueuedAdvice
  readonly tries: number
}

const DONE = { responseCode: '00' } as const
const [FIRST, LONGEST] = [30_000, 3_600_000]

/** Codes of an issuer that has not judged: it is asked again. */
const unjudged: ReadonlySet<string> = new Set([UNANSWERED, UNREACHABLE, MALFUNCTION])

export function buildIssuerRetryQueue(parts: IssuerRetryQueueParts): IssuerRetryQueue {
  const { clock, random, store, issuer, alarm = silentAlarm, over } = parts
  const rows = store.table<Row>('gateway-owed')
  const ofOrder = indexBy(rows, ({ errand }) => errand.order)
  const underWay = new Map<string, Promise<Reversed | undefined>>()

  /** Runs errands of an order until none is left, or one cannot be run now. */
  async function run(order: string): Promise<Reversed | undefined> {
    let answer: Reversed = DONE
    try {
      for (let [row] = ofOrder.of(order); row; [row] = ofOrder.of(order)) {
        answer = await ask(parts, row.errand)
        if (unjudged.has(answer.responseCode)) return void later(row)
        rows.remove(row.id)
        over?.(row.errand, answer)
      }
      return answer
    } finally {
      underWay.delete(order)
    }
  }

  function later(row: Row): void {
    const tries = row.tries + 1
    rows.put(row.id, { ...row, tries })
    alarm.set(row.errand.order, clock.now() + Math.min(FIRST * 2 ** row.tries, LONGEST))
  }

  function settled(order: string): Promise<Reversed | undefined> {
    if (!ofOrder.of(order).length) return Promise.resolve(DONE)
    const running = underWay.get(order) ?? run(order)
    underWay.set(order, running)
    return running
  }

  return {
    add(errand) {
      if (!issuer[errand.way]) return
      const id = random.uuid()
      rows.put(id, { id, errand, tries: 0 })
      void settled(errand.order)
    },
    settled,
    start() {
      for (const order of ofOrder.values()) void settled(order)
      alarm.ring(settled)
    },
  }
}

/** Asks the issuer once, and writes down what was said. */
export async function ask(
  { issuer, journal }: Pick<IssuerRetryQueueParts, 'issuer' | 'journal'>,
  errand: QueuedAdvice,
): Promise<Reversed> {
  const { way, order, detail } = errand
  journal.note({ what: way, order, from: 'gateway', to: 'issuer', detail })
  const answer = await answered(issuer, errand)
  journal.note({ what: way, order, from: 'issuer', to: 'gateway', detail: `responseCode ${answer.responseCode}` })
  return answer
}

async function answered(issuer: Issuer, { way, asked }: QueuedAdvice): Promise<Reversed> {
  const run = issuer[way] as ((asked: Original | ReversalAdvice) => Promise<Reversed>) | undefined
  if (!run) return DONE
  try {
    return await run(asked)
  } catch (error) {
    return { responseCode: error instanceof ForeignAnswer ? MALFUNCTION : UNREACHABLE }
  }
}
