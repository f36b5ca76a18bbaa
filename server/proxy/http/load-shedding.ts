import { STATUS_CODES, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify'
import { checkoutApi } from '#contract/checkout.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Log } from './log.ts'
import { wholeRefusal } from './refusals.ts'
import { TRACE_HEADER } from './trace.ts'

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

/**
 * Operations that the card frame retries by itself; second calls of a payment, callbacks and health checks are never
 * refused.
 */
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
  readonly random: Pick<Random, 'uuid'>
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Called with the address of the route of each request that is refused. */
  readonly onOverload?: ((url: string | undefined) => void) | undefined
}

/** Refuses requests before any work is done for them. */
export interface LoadShedding {
  /** Whether a request to the route of that address is too much for the process now. */
  isTooMuch(request: IncomingMessage, url: string | undefined): boolean
  /** Answers 503, to a request that may be retried. */
  refuse(reply: FastifyReply): void
}

/** A request that was let in before it was routed. */
const ADMITTED = Symbol('admitted')
type Admitted = IncomingMessage & { [ADMITTED]?: true }

const microtask = Promise.resolve()

/** Counts the requests of an app, to refuse those that are retried while the process is overloaded. */
export function shedLoad(
  app: FastifyInstance,
  { log, headers, random, onOverload, ...watched }: LoadSheddingOptions,
): LoadShedding {
  const refusal = wholeRefusal(headers, 'busy')
  let [atWork, isLogged] = [0, false]
  const limitFor = buildLimit(watched)
  const over = (): void => void (atWork -= 1)
  const counted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    function (request, reply) {
      atWork += 1
      let handled: unknown
      try {
        handled = handler.call(this, request, reply)
      } finally {
        if (handled instanceof Promise) handled.then(over, over)
        else over()
      }
      return handled
    }
  const report = (): void => {
    if (!isLogged) log.warn({ code: 'busy', message: 'overloaded: requests that may be retried are refused' })
    isLogged = true
  }
  app.addHook('onRoute', (route) => {
    if (paths.has(route.url)) route.handler = counted(route.handler)
  })
  const isOver = (): boolean => {
    const limit = limitFor(atWork)
    if (atWork >= limit) return true
    if (limit === MAX_CONCURRENT && atWork < MAX_CONCURRENT / 2) isLogged = false
    return false
  }
  const common = Object.entries(refusal.headers).flat()
  const headWith = buildHead(app, refusal, watched.clock)
  const send = (response: ServerResponse, url: string | undefined, id: string): void => {
    report()
    onOverload?.(url)
    response.writeHead(refusal.status, [...common, TRACE_HEADER, id]).end(refusal.body)
  }
  const sendByHead = (request: IncomingMessage, response: OwnResponse, id: string): void => {
    if (request.method === 'HEAD' || !response.shouldKeepAlive) return send(response, request.url, id)
    response.statusCode = refusal.status
    response._header = headWith(id)
    if (!response.headersSent) return send(response, request.url, id)
    report()
    onOverload?.(request.url)
    response.end(refusal.body)
  }
  beforeRouting(app, (request, response) => {
    if (!paths.has(request.url)) return false
    if (!isOver()) (request as Admitted)[ADMITTED] = true
    // What arrived in one chunk with the request is parsed before it is answered.
    else void microtask.then(() => sendByHead(request, response, random.uuid()))
    return !(request as Admitted)[ADMITTED]
  })
  return {
    isTooMuch: (request, url) => !(request as Admitted)[ADMITTED] && paths.has(url) && isOver(),
    refuse(reply) {
      reply.hijack()
      send(reply.raw, reply.request.routeOptions.url, reply.request.id)
    },
  }
}

/** Node's own answer, with the head that it sends before the body. */
type OwnResponse = ServerResponse & { _header?: string }

/**
 * The head of a refusal with a trace ID. Node checks and joins the headers of every answer anew, which takes a sixth of
 * a refusal, so that the head is given as a text instead.
 */
function buildHead(
  { server }: FastifyInstance,
  { status, headers }: ReturnType<typeof wholeRefusal>,
  clock: Pick<Clock, 'now'>,
): (id: string) => string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${TRACE_HEADER}: `
  const alive = 'Connection: keep-alive\r\nKeep-Alive: timeout='
  let [second, date] = [NaN, '']
  return (id) => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) date = `\r\nDate: ${new Date(now * 1000).toUTCString()}\r\n`
    second = now
    return `${first}${id}${date}${alive}${Math.floor(server.keepAliveTimeout / 1000)}\r\n\r\n`
  }
}

/**
 * Has requests answered before the framework routes them, which costs as much again as a refusal: a refused request
 * should take no capacity from the others. `answer` returns whether it answers. Requests to another server that the
 * proxy is mounted in are routed first.
 */
function beforeRouting(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const [route] = server.listeners('request') as RequestListener[]
  server.removeListener('request', route!)
  server.prependListener('request', (request, response) => {
    if (!answer(request, response)) route!.call(server, request, response)
  })
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
