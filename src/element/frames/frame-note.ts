import type { CardFrame, Trouble } from '#bridge/protocol.ts'
import { meaningOf } from '../state/trouble.ts'

/**
 * Why a card's payment was not sent, as the frame shows it over the button that was pressed; the frame takes it away with
 * the next press.
 */
export class FrameNote {
  #posted: Trouble | undefined
  #isGrowing = false

  /** The frame is opened, and has no note. */
  reset(): void {
    this.#posted = undefined
  }

  post(card: CardFrame | undefined, trouble: Trouble | undefined): void {
    if (trouble === this.#posted) return
    this.#posted = trouble
    this.#isGrowing = trouble !== undefined
    card?.note(trouble ? meaningOf(trouble.code).text : '').catch(() => undefined) // a frame of another release has none
  }

  /** Whether the frame has grown by a note just now. */
  grew(): boolean {
    const grew = this.#isGrowing
    this.#isGrowing = false
    return grew
  }
}
