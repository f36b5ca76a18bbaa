/** Watches a process for crashes and hangs. */
export interface Watch {
  /** Errors that were not caught. */
  readonly crashes: string[]
  /** The promise's value, or `undefined` when it is not settled within so many real milliseconds. */
  within<T>(ms: number, promise: Promise<T>): Promise<T | undefined>
  stop(): void
}

/** Milliseconds between checks of the pending promises. */
const CHECK_INTERVAL = 500

export function watch(): Watch {
  const crashes: string[] = []
  const caught = (error: unknown): void =>
    void crashes.push(`nobody caught ${error instanceof Error ? error.stack : String(error)}`)
  process.on('unhandledRejection', caught).on('uncaughtException', caught)
  const waiting = new Set<{ readonly until: number; readonly giveUp: () => void }>()
  const checks = setInterval(() => {
    for (const { until, giveUp } of waiting) if (performance.now() > until) giveUp()
  }, CHECK_INTERVAL)
  return {
    crashes,
    // One timer for all, since a timer for each would be most of the work.
    async within(ms, promise) {
      let wait: Parameters<typeof waiting.add>[0] | undefined
      const late = new Promise<undefined>((giveUp) => {
        waiting.add((wait = { until: performance.now() + ms, giveUp: () => giveUp(undefined) }))
      })
      return Promise.race([promise, late]).finally(() => waiting.delete(wait!))
    },
    stop() {
      clearInterval(checks)
      process.off('unhandledRejection', caught).off('uncaughtException', caught)
    },
  }
}
