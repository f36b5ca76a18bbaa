import type { callFrame } from '#bridge/handshake.ts'
import type { Clock, Random } from '#contract/ports.ts'

/** The browser's services that the element gets by injection. */
export interface ElementContext {
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly callFrame: typeof callFrame
  /** Navigates to an address. */
  leave(address: string): void
  /** Logs an error for the page's author. */
  complain(line: string): void
}
