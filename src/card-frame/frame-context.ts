import type { CardFrame, CardHost } from '#bridge/protocol.ts'
import type { Browser } from '#contract/checkout-requests.ts'
import type { Clock, Network, Random } from '#contract/ports.ts'
import type { FrameFetch } from './frame-fetch.ts'
import type { FirstTexts } from './form/first-view.ts'
import type { PressView } from './form/press-guard.ts'

export interface FrameContext {
  readonly document: Document
  /** The texts that the document was made with. */
  readonly first: FirstTexts
  readonly clock: Clock
  readonly network: Network
  readonly random: Pick<Random, 'uuid'>
  /** Sends a request to the proxy, which is the document's own origin. */
  readonly fetch: FrameFetch
  readonly host: CardHost
  readonly browser: () => Browser
  /** Runs a task once what the document shows now has been painted. */
  readonly afterPaint: (task: () => void) => void
  /** Called when the button shows another order or amount than before. */
  readonly orderChanged: () => void
}

/** A mounted frame: its methods for the page, its view of presses, and its end. */
export interface Mounted {
  readonly frame: CardFrame
  readonly press: PressView
  /** Clears everything typed and removes the form from the document. */
  leave(): void
}
