import type { Clock } from '#contract/ports.ts'

/** The browser's clock, which the entry files inject. */
export const browserClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    }),
}
