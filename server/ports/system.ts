import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { wallClock } from './wall-clock.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  ...wallClock,
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

/** Calls an action in a millisecond, or later where the event loop is at work. */
export const soon = (act: () => void): void => void setTimeout(act, 1)

/** The machine's own secure random source. */
export const systemRandom: Random = {
  uuid: () => flat(randomUUID()),
  bytes: (length) => new Uint8Array(randomBytes(length)),
}

/**
 * Has V8 join a concatenated string, which references all its pieces otherwise and takes ten times the memory for as
 * long as it is kept: it does so when a character is looked up.
 */
function flat(pieces: string): string {
  pieces.charCodeAt(0)
  return pieces
}

/** Milliseconds between two checks of the event loop. */
const INTERVAL = 10

/**
 * Delay of the event loop in milliseconds: how late its last check ran, or how late the next one already is. New
 * requests wait as long. One per process, which its timer does not keep alive.
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
  let [checkedAt, late] = [now(), 0]
  const overdue = (): number => Math.max(0, now() - checkedAt - INTERVAL)
  setInterval(() => {
    late = overdue()
    checkedAt = now()
  }, INTERVAL).unref()
  return () => Math.max(late, overdue())
}

/** Milliseconds over which it is measured how much the event loop is at work. */
const WINDOW = 10

/** The share of its time that the event loop was at work, from 0 to 1, in the last completed window. */
export function systemUtilization(): () => number {
  const { eventLoopUtilization: measure } = performance
  let [last, at, share] = [measure(), performance.now(), 0]
  return () => {
    const now = performance.now()
    if (now - at < WINDOW) return share
    const next = measure()
    share = measure(next, last).utilization
    ;[last, at] = [next, now]
    return share
  }
}
