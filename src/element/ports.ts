import { browserClock } from '#bridge/clock.ts'
import { callFrame } from '#bridge/handshake.ts'
import { browserRandom } from '#bridge/random.ts'
import type { Parts } from './parts.ts'

/** The parts in life: the browser's clock, chance, console, address bar and frames. */
export const browserParts: Parts = {
  clock: browserClock,
  random: browserRandom,
  callFrame,
  leave: (address) => location.assign(address),
  // oxlint-disable-next-line no-console -- the page's author has no other place to look
  complain: (line) => console.error(line),
}
