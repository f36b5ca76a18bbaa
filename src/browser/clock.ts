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

/** Resolves in a task of its own, before which the browser can handle what the shopper does and paint the page. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
