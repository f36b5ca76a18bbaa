import type { callFrame } from '#bridge/handshake.ts'
import type { Clock, Network, Random } from '#contract/ports.ts'
import type { Trace } from './trace/trace.ts'

/** The browser's services that the element gets by injection. */
export interface BrowserServices {
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly network: Network
  readonly callFrame: typeof callFrame
  /** Navigates to an address. */
  leave(address: string): void
  /** Logs an error for the page's author. */
  complain(line: string): void
}

/** The services of the browser, with the trace of one element. */
export interface ElementContext extends BrowserServices {
  readonly trace: Trace
}
