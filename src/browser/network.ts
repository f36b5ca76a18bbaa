import type { Network } from '#contract/ports.ts'

/** The browser's network, which the entry files inject. */
export const browserNetwork: Network = {
  isDown: () => !navigator.onLine,
  isBack: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
}
