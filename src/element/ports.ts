import { browserClock } from '#bridge/clock.ts'
import { callFrame } from '#bridge/handshake.ts'
import { browserRandom } from '#bridge/random.ts'
import type { ElementContext } from './element-context.ts'

/** Leaves by the whole window, since a bank that refuses frames refuses a shop's own as well; by this one where that is forbidden. */
export function leave(here: Pick<Window, 'top' | 'location'>, address: string): void {
  try {
    ;(here.top ?? here).location.href = address
  } catch {
    here.location.href = address
  }
}

/** The parts in life: the browser's clock, chance, console, address bar and frames. */
export const browserContext: ElementContext = {
  clock: browserClock,
  random: browserRandom,
  callFrame,
  leave: (address) => leave(window, address),
  // oxlint-disable-next-line no-console -- the page's author has no other place to look
  complain: (line) => console.error(line),
}
