import type { Clock } from '#contract/ports.ts'

/** A step as it was recorded; report.ts decides what of its detail leaves the page. Time in milliseconds since 1970. */
export type Step = readonly [time: number, step: string, detail: object]

/** Steps that are kept: those of the beginning, and the newest. */
const BEGINNING = 60
const MOST = 500

/** Records what a checkout does, for whoever must find out later why it did not pay. */
export class Trace {
  readonly steps: Step[] = []
  /** Id of the last request that the proxy has answered. */
  lastId: string | undefined
  /** Called with each step, while the page wants to see them. */
  onStep: ((step: Step) => void) | undefined
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  add(name: string, detail: object = {}): void {
    const step = [this.#clock.now(), name, detail] as const
    this.lastId = (detail as { readonly traceId?: string }).traceId || this.lastId
    if (this.steps.push(step) > MOST) this.steps.splice(BEGINNING, 1)
    this.onStep?.(step)
  }
}
