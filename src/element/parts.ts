import type { callFrame } from '#bridge/handshake.ts'
import type { Clock } from '#contract/ports.ts'

/** What the element is handed rather than takes. */
export interface Parts {
  readonly clock: Clock
  readonly callFrame: typeof callFrame
  /** Leaves the page for an address. */
  leave(address: string): void
  /** Tells the page's author. */
  complain(line: string): void
}
