import { browserClock } from '#browser/clock.ts'
import { callFrame } from '#bridge/handshake.ts'
import { browserNetwork } from '#browser/network.ts'
import { browserRandom } from '#browser/random.ts'
import type { BrowserServices } from './element-context.ts'

/**
 * Navigates the top window, since a bank that refuses frames also refuses to be in a shop that is itself in a frame;
 * navigates this window when that is forbidden.
 */
export function leave(here: Pick<Window, 'top' | 'location'>, address: string): void {
  try {
    ;(here.top ?? here).location.href = address
  } catch {
    here.location.href = address
  }
}

/** The production services: the browser's clock, randomness, console, address bar and frames. */
export const browserContext: BrowserServices = {
  clock: browserClock,
  random: browserRandom,
  network: browserNetwork,
  callFrame,
  leave: (address) => leave(window, address),
  // oxlint-disable-next-line no-console -- the page's author has no other place to look
  complain: (line) => console.error(line),
}
