import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { checkoutApi } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import type { Log } from './log.ts'

/** Delay of the event loop: milliseconds that a new request waits. */
export type EventLoopDelay = () => number

/**
 * Milliseconds; with a longer delay the process is overloaded. As in CoDel (RFC 8289), a queue that takes longer never
 * serves more: what waits in it outlives small garbage collections, each of which copies it.
 */
const LATE = 5

/**
 * Highest and lowest limit of concurrent requests: the highest bounds the memory. A delay with fewer than the lowest is
 * caused by other processes of the machine: so few requests would not keep a core busy if more were refused.
 */
const MAX_CONCURRENT = 1000
const MIN_CONCURRENT = 32

/**
 * Milliseconds; a single pause, such as a garbage collection, is no overload: every check for this long must show a
 * delay.
 */
const STEP = 30

/** Milliseconds without a check after which an earlier delay no longer counts. */
const SILENCE = 1000

/** Lowest factor that a step with a delay applies to the limit, and the factor of a step without one. */
const [LEAST, MORE] = [0.5, 1.03]

/** Second calls of a payment, callbacks and health checks are never refused: nothing sends them again in time. */
const paths: ReadonlySet<string | undefined> = new Set(
  Object.values(checkoutApi)
    .filter(({ retriable }) => retriable)
    .map(({ path }) => path),
)

interface Watched {
  readonly clock: Pick<Clock, 'now'>
  readonly eventLoopDelay: EventLoopDelay
}

interface LoadSheddingOptions extends Watched {
  readonly log: Pick<Log, 'warn'>
}

/** The refusal of a request that is too much for the process now, and may be retried. */
export class Overloaded extends ProxyError {
  constructor() {
    super('busy')
  }
}

/** Refuses a request to the route of that address where it is too much. */
export type LoadShedding = (url: string | undefined) => Overloaded | undefined

/** Counts the requests of an app, to refuse those that are retried while the process is overloaded. */
export function shedLoad(app: FastifyInstance, { log, ...watched }: LoadSheddingOptions): LoadShedding {
  let [atWork, isLogged] = [0, false]
  const limitFor = buildLimit(watched)
  const counted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (request, reply) {
      atWork += 1
      try {
        return await handler.call(this, request, reply)
      } finally {
        atWork -= 1
      }
    }
  app.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.handler = counted(route.handler)
  })
  return (url) => {
    if (!paths.has(url)) return undefined
    const limit = limitFor(atWork)
    const isTooMuch = atWork >= limit
    if (isTooMuch && !isLogged)
      log.warn({ code: 'busy', message: 'overloaded: requests that may be retried are refused' })
    if (isTooMuch) isLogged = true
    else if (limit === MAX_CONCURRENT && atWork < MAX_CONCURRENT / 2) isLogged = false
    return isTooMuch ? new Overloaded() : undefined
  }
}

/**
 * The limit of concurrent requests, by their current number: lowered while a delay lasts, slowly raised while there is
 * none.
 */
export function buildLimit({ clock, eventLoopDelay }: Watched): (atWork: number) => number {
  let lateSince: number | undefined
  let [limit, checkedAt, steppedAt] = [MAX_CONCURRENT, -Infinity, -Infinity]
  return (atWork) => {
    const now = clock.now()
    const late = atWork >= MIN_CONCURRENT ? eventLoopDelay() : 0
    const isLate = late > LATE
    if (!isLate || Math.abs(now - checkedAt) > SILENCE) lateSince = undefined
    if (isLate) lateSince ??= now
    checkedAt = now
    // The effect of the last step must show before the next one.
    if (isLate && atWork > Math.ceil(limit)) steppedAt = now
    if (Math.abs(now - steppedAt) < STEP || (lateSince !== undefined && now - lateSince < STEP)) return limit
    limit = isLate
      ? Math.max(MIN_CONCURRENT, Math.min(limit, atWork) * shareOf(late))
      : Math.min(MAX_CONCURRENT, limit * MORE)
    steppedAt = now
    return limit
  }
}

/** The delay grows with the number of requests: this share of them would have kept it at `LATE`. */
const shareOf = (late: number): number => Math.max(LEAST, LATE / late)
