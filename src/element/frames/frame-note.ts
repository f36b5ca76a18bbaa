import type { CardFrame, CheckoutError } from '#bridge/protocol.ts'
import { textOf } from '../state/errors.ts'

/**
 * Shows in the frame, above the button that was pressed, why a card's payment was not sent; the frame removes the
 * message on the next press.
 */
export class FrameNote {
  #posted: CheckoutError | undefined

  /** Called when the frame is opened, which then has no message. */
  reset(): void {
    this.#posted = undefined
  }

  post(card: CardFrame | undefined, error: CheckoutError | undefined): void {
    if (error === this.#posted) return
    this.#posted = error
    card?.note(error ? textOf(error.code, true) : '').catch(() => undefined) // a frame of another release lacks `note`
  }
}
