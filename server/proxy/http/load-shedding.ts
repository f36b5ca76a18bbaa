import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { checkoutApi } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import type { Log } from './log.ts'
import { wholeRefusal } from './refusals.ts'
import { TRACE_HEADER } from './trace.ts'

/** How late the process is: milliseconds that what arrives waits for its turn. */
export type EventLoopDelay = () => number

/** Milliseconds; a process that is later has more at work than it can bear. */
const LATE = 10

/**
 * Requests at work at once. What they hold is memory; and where a process is late with fewer, others on its machine are
 * the reason, and it would do no more in time if it did less.
 */
const MOST = 1000
const FEWEST = 64

/** Milliseconds; one long breath, such as the collecting of garbage, is no overload: only eventLoopDelay at every look that long. */
const STEP = 30

/** Milliseconds without a look, after which nobody knows what was between. */
const SILENCE = 1000

/** What is left of the limit at least when the process was late for a step, and what becomes of it when it was not. */
const [LEAST, MORE] = [0.5, 1.03]

/** What the card frame asks again by itself; who has begun to pay, the gateway and the watchmen are never sent away. */
const repeated = [
  'texts',
  'checkout',
  'prepare',
  'pay',
  'payByWallet',
  'payMoto',
  'walletSession',
  'removeCard',
  'outcome',
  'withdraw',
] as const satisfies readonly (keyof typeof checkoutApi)[]

const paths: ReadonlySet<string | undefined> = new Set(repeated.map((name) => checkoutApi[name].path))

interface Watched {
  readonly clock: Pick<Clock, 'now'>
  readonly eventLoopDelay: EventLoopDelay
}

interface LoadSheddingOptions extends Watched {
  readonly log: Log
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers 503 to what may come again, before anything is done for it, while more is at work than can be borne. */
export function shedLoad(app: FastifyInstance, { log, headers, ...watched }: LoadSheddingOptions): void {
  const refusal = wholeRefusal(headers, 'busy')
  let [atWork, isNotified] = [0, false]
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
  const report = (): void => {
    if (!isNotified) log.warn({ code: 'busy', message: 'overloaded: what may come again is sent away' })
    isNotified = true
  }
  app.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.handler = counted(route.handler)
  })
  // Async, and the first of all hooks: what came in one piece with a request is read before anything answers it, so that
  // the refusal of that waits for its turn.
  app.addHook('onRequest', async ({ id, routeOptions: { url } }, reply) => {
    if (!paths.has(url)) return
    const limit = limitFor(atWork)
    if (atWork < limit) {
      if (limit === MOST && atWork < MOST / 2) isNotified = false
      return
    }
    report()
    // Past the framework, which would cost as much again: whoever is sent away takes nothing from whoever is let in.
    reply.hijack()
    reply.raw.writeHead(refusal.status, { ...refusal.headers, [TRACE_HEADER]: id }).end(refusal.body)
  })
}

/** How many may be at work at once, by how many are: fewer while the process stays late, slowly more while it does not. */
export function buildLimit({ clock, eventLoopDelay }: Watched): (atWork: number) => number {
  let lateSince: number | undefined
  let [limit, lookedAt, steppedAt] = [MOST, -Infinity, -Infinity]
  return (atWork) => {
    const now = clock.now()
    const late = atWork >= FEWEST ? eventLoopDelay() : 0
    const isLate = late > LATE
    if (!isLate || Math.abs(now - lookedAt) > SILENCE) lateSince = undefined
    if (isLate) lateSince ??= now
    lookedAt = now
    // Until the last step is felt, nobody knows whether it was enough.
    if (isLate && atWork > Math.ceil(limit)) steppedAt = now
    if (Math.abs(now - steppedAt) < STEP || (lateSince !== undefined && now - lateSince < STEP)) return limit
    limit = isLate ? Math.max(FEWEST, Math.min(limit, atWork) * shareOf(late)) : Math.min(MOST, limit * MORE)
    steppedAt = now
    return limit
  }
}

/** A process is the later the more it has at work: so much of it would have been in time. */
const shareOf = (late: number): number => Math.max(LEAST, LATE / late)
