import type { Clock } from '#contract/ports.ts'

/** The result of work that has so many milliseconds; rejects when they are over. */
export function withTimeout<T>(work: Promise<T>, ms: number, { sleep }: Pick<Clock, 'sleep'>): Promise<T> {
  const over = new AbortController()
  const late = sleep(ms, over.signal).then(() => Promise.reject(new Error('No answer.')))
  return Promise.race([work, late]).finally(() => over.abort())
}
