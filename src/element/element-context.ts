import type { callFrame } from '#bridge/handshake.ts'
import type { Clock, Random } from '#contract/ports.ts'

/** What the element is handed rather than takes. */
export interface ElementContext {
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly callFrame: typeof callFrame
  /** Leaves the page for an address. */
  leave(address: string): void
  /** Tells the page's author. */
  complain(line: string): void
}
