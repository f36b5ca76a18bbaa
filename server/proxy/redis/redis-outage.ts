import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import { buildOutages, type Failure } from '../http/outages.ts'

/** Logs that a Redis cannot be used, and that it works again. */
export interface RedisOutage {
  failed(error: unknown): void
  worked(): void
}

/** Outages of each Redis, by the log that they are written to. */
const known = new WeakMap<Log, Map<string, RedisOutage>>()

/**
 * The outages of the Redis at that address. The connections of a proxy share them, so that a Redis that is away is one
 * line each half a minute, however many connections have lost it.
 */
export function redisOutage(url: string, { clock, log }: { readonly clock: Clock; readonly log: Log }): RedisOutage {
  const ofLog = known.get(log) ?? known.set(log, new Map()).get(log)!
  const place = placeOf(url)
  return ofLog.get(place) ?? ofLog.set(place, buildOutage(place, { clock, log })).get(place)!
}

function buildOutage(place: string, ports: { readonly clock: Clock; readonly log: Log }): RedisOutage {
  const outages = buildOutages(ports)
  return {
    failed: (error) => outages.failed(failureOf(place, error)),
    worked: () => outages.worked(OP),
  }
}

/** The operation in the log lines. */
const OP = 'redis'

/** A failure to use Redis, with its address and the reason, but without the command. */
const failureOf = (place: string, error: unknown): Failure => ({
  op: OP,
  code: 'redis_unreachable',
  message: `Redis at ${place} cannot be used: ${causeOf(error)}.`,
})

function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 6379}`
}

/** A code, or the first word of Redis's error, such as WRONGPASS; the rest might quote the command. */
function causeOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return code
  return /^[A-Z]{2,20}(?= )/.exec(String(message))?.[0] ?? 'the connection was closed'
}
