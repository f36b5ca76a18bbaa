import { isPaid } from '#contract/outcome.ts'
import type { Clock } from '#contract/ports.ts'
import type { State } from './state/checkout-state.ts'
import type { Payment } from './state/payment.ts'

/** Milliseconds in which the tick is drawn on the button, which then closes to a disc. */
const TICK = 360

/** The tick on the button that was pressed, where the shopper sees it and wants motion: the result comes after it. */
export class PressTick {
  readonly #clock: Clock
  #payment: Payment | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isShownFor(payment: Payment): boolean {
    return this.#payment === payment
  }

  /** Called with each new state of a payment; resolves with whether a tick was shown that is over now. */
  async changed(payment: Payment, previous: State, box: HTMLElement): Promise<boolean> {
    const isCalm = box.matches('[data-motion=none]') || matchMedia('(prefers-reduced-motion: reduce)').matches
    const isSeen = !!payment.method || !box.matches('[data-button=hidden]')
    const isTicked = previous === 'submitting' && isPaid(payment.state) && isSeen && !isCalm
    box.toggleAttribute('data-ticked', isTicked)
    this.#payment = isTicked ? payment : undefined
    if (!isTicked) return false
    await this.#clock.sleep(TICK)
    const isOver = this.isShownFor(payment)
    if (isOver) this.#payment = undefined
    return isOver
  }
}
