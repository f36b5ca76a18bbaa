import type { CardFrame, Trouble } from '#bridge/protocol.ts'
import { meaningOf } from '../state/trouble.ts'

/**
 * Shows in the frame, above the button that was pressed, why a card's payment was not sent; the frame removes the
 * message on the next press.
 */
export class FrameNote {
  #posted: Trouble | undefined
  #isGrowing = false

  /** Called when the frame is opened, which then has no message. */
  reset(): void {
    this.#posted = undefined
  }

  post(card: CardFrame | undefined, trouble: Trouble | undefined): void {
    if (trouble === this.#posted) return
    this.#posted = trouble
    this.#isGrowing = trouble !== undefined
    card?.note(trouble ? meaningOf(trouble.code).text : '').catch(() => undefined) // a frame of another release lacks `note`
  }

  /** Whether a message has just made the frame grow. */
  grew(): boolean {
    const grew = this.#isGrowing
    this.#isGrowing = false
    return grew
  }
}
