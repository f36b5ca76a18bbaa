import { promiseHooks } from 'node:v8'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'

/** The header with the request's trace ID, in every answer. */
export const TRACE_HEADER = 'x-request-id'

/** Trace ID of the request that the running code belongs to. */
let current: string | undefined

/** A promise carries the trace ID of the code that made it. */
const TRACE = Symbol('trace')
type Traced = Promise<unknown> & { [TRACE]?: string }

let isFollowing = false

/**
 * Lets the trace ID follow promises, and nothing else: what a request waits for is a promise everywhere in the proxy.
 * `AsyncLocalStorage` also follows every write and timer, by code that Node 20 runs for each, which costs two to three
 * times as much.
 */
function followPromises(): void {
  if (isFollowing) return
  isFollowing = true
  promiseHooks.createHook({
    init(promise: Traced) {
      if (current !== undefined) promise[TRACE] = current
    },
    before(promise: Traced) {
      current = promise[TRACE]
    },
    after() {
      current = undefined
    },
  })
}

/** Trace ID of the current request, for its log lines. */
export const currentTrace = (): string | undefined => current

/** Runs what belongs to the request of that trace ID. */
export function traced(id: string, act: () => void): void {
  followPromises()
  const outer = current
  current = id
  try {
    act()
  } finally {
    current = outer
  }
}

/**
 * Keeps the trace ID of a request, which the server generated: a client's own is never used, since the client could
 * write log lines under the ID of another's request.
 */
export function traceBodies(app: FastifyInstance): void {
  // Reading a body continues in the connection's own context, so the ID is set again.
  const trace: preValidationHookHandler = ({ id }, _, next) => traced(id, next)
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')) return
    route.preValidation = [trace, ...[route.preValidation ?? []].flat()]
  })
}
