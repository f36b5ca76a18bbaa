import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end)
        resolve()
      }, ms)
      if (signal?.aborted) end()
      else signal?.addEventListener('abort', end)
    }),
}

/** The machine's own secure random source. */
export const systemRandom: Random = {
  uuid: () => flat(randomUUID()),
  bytes: (length) => new Uint8Array(randomBytes(length)),
}

/** A text that is put together of pieces holds on to each of them, which is ten times as much for as long as it is kept. */
const flat = (pieces: string): string => Buffer.from(pieces, 'latin1').toString('latin1')

/** Milliseconds between two looks at the event loop. */
const LOOK = 10

/**
 * How late the event loop is, in milliseconds: how long it let its last look wait, or lets the next one wait already. What
 * arrives waits as long for its turn. One for a process, which it does not keep alive.
 *
 * @example
 * ```ts
 * import { buildProxy, systemEventLoopDelay, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export const openProxy = (config: ProxyConfig, options: ProxyOptions) =>
 *   buildProxy(config, { ...options, eventLoopDelay: systemEventLoopDelay() })
 * ```
 */
export function systemEventLoopDelay(): () => number {
  const now = (): number => performance.now()
  let [looked, late] = [now(), 0]
  const overdue = (): number => Math.max(0, now() - looked - LOOK)
  setInterval(() => {
    late = overdue()
    looked = now()
  }, LOOK).unref()
  return () => Math.max(late, overdue())
}
