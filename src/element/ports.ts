import { callFrame } from '#bridge/handshake.ts'
import type { Parts } from './parts.ts'

/** The parts in life: the browser's clock, console, address bar and frames. */
export const browserParts: Parts = {
  clock: {
    now: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const timer = setTimeout(resolve, ms)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason as Error)
        })
      }),
  },
  callFrame,
  leave: (address) => location.assign(address),
  // oxlint-disable-next-line no-console -- the page's author has no other place to look
  complain: (line) => console.error(line),
}
