import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { checkoutApi } from '#contract/checkout-api.ts'
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

/** Most requests at once, which bounds the memory. */
const MAX_CONCURRENT = 1000

/**
 * Most requests at once while the process is late. A delay with fewer is caused by other processes of the machine: so few
 * would not keep a core busy if more were refused.
 */
const MAX_CONCURRENT_WHEN_LATE = 32

/**
 * Milliseconds; a single pause, such as a garbage collection, is no overload: every check for this long must show a
 * delay.
 */
const LASTING = 30

/** Milliseconds without a check after which an earlier delay no longer counts. */
const SILENCE = 1000

/** Milliseconds between two lines about an overload. */
const LINE_INTERVAL = 30_000

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

/** What all proxies of a process have at work, for one event loop. */
export interface ProcessLoad {
  readonly isOverloaded: (atWork: number) => boolean
  /** Requests at work, and how many proxies have any. */
  atWork: number
  busy: number
}

export const processLoad = (watched: Watched): ProcessLoad => ({
  isOverloaded: buildOverload(watched),
  atWork: 0,
  busy: 0,
})

interface LoadSheddingOptions extends Watched {
  readonly log: Pick<Log, 'warn'>
  /** Shared with the other proxies of the process; absent, this one is alone. */
  readonly load?: ProcessLoad
}

/** The refusal of a request that is too much for the process now, and may be retried. */
export class Overloaded extends ProxyError {
  constructor() {
    super('busy')
  }
}

/** Refuses a request to the route of that address where it is too much. */
export type LoadShedding = (url: string | undefined) => Overloaded | undefined

/**
 * Counts the requests of an app, to refuse those that are retried while the process is overloaded. Of several proxies,
 * only those are refused that have at least as many at work as they have on average.
 */
export function shedLoad(app: FastifyInstance, { log, load: shared, ...watched }: LoadSheddingOptions): LoadShedding {
  const load = shared ?? processLoad(watched)
  let [atWork, loggedAt] = [0, -Infinity]
  const count = (by: 1 | -1): void => {
    const wasBusy = atWork > 0
    atWork += by
    load.atWork += by
    load.busy += Number(atWork > 0) - Number(wasBusy)
  }
  const counted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (request, reply) {
      count(1)
      try {
        return await handler.call(this, request, reply)
      } finally {
        count(-1)
      }
    }
  app.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.handler = counted(route.handler)
  })
  return (url) => {
    if (!paths.has(url)) return undefined
    if (!load.isOverloaded(load.atWork) || atWork * load.busy < load.atWork) return undefined
    const now = watched.clock.now()
    if (Math.abs(now - loggedAt) >= LINE_INTERVAL) {
      loggedAt = now
      log.warn({ code: 'busy', message: 'overloaded: requests that may be retried are refused' })
    }
    return new Overloaded()
  }
}

/** Whether so many requests are too many now. */
export function buildOverload({ clock, eventLoopDelay }: Watched): (atWork: number) => boolean {
  let lateSince: number | undefined
  let checkedAt = -Infinity
  return (atWork) => {
    const now = clock.now()
    const isLate = atWork >= MAX_CONCURRENT_WHEN_LATE && eventLoopDelay() > LATE
    if (!isLate || Math.abs(now - checkedAt) > SILENCE) lateSince = undefined
    if (isLate) lateSince ??= now
    checkedAt = now
    return atWork >= MAX_CONCURRENT || (lateSince !== undefined && now - lateSince >= LASTING)
  }
}
