import { SLOW } from '#browser/slow.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import type { ElementContext } from '../element-context.ts'
import type { Payment } from '../state/payment.ts'

/** Milliseconds between two looks at the clock and the connection, while a wallet pays. */
const LOOK = 1_000
/** Milliseconds after which the frame has found out whether there is a connection, without which it sends nothing. */
const REACHED = 2_000

/** The progress of a wallet's request for payment, which the card form does not show. */
export class RequestProgress {
  readonly #context: ElementContext
  readonly #changed: () => unknown
  /** Milliseconds since the request was sent. */
  #age = () => 0

  /** `changed` is called when the step may be another one. */
  constructor(context: ElementContext, changed: () => unknown) {
    this.#context = context
    this.#changed = changed
  }

  /** Reports each step of a request that begins now, until it has its result. */
  async follow(payment: Payment): Promise<void> {
    const { clock } = this.#context
    this.#age = stopwatch(clock)
    do {
      this.#changed()
      await clock.sleep(LOOK)
    } while (payment.state === 'submitting')
  }

  /** The text of the current step. */
  get step(): 'submitting' | 'slow' | 'troubleLost' {
    const age = this.#age()
    if (age >= REACHED && this.#context.network.isDown()) return 'troubleLost'
    return age >= SLOW ? 'slow' : 'submitting'
  }
}
