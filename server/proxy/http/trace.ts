import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'

/** The header with the request's trace ID, in every answer. */
export const TRACE_HEADER = 'x-request-id'

const trace = new AsyncLocalStorage<string>()

/** Trace ID of the current request, for its log lines. */
export const currentTrace = (): string | undefined => trace.getStore()

/** Runs what belongs to the request of that trace ID. */
export const traced = (id: string, act: () => void): void => trace.run(id, act)

/**
 * Keeps the trace ID of a request, which the server generated: a client's own is never used, since the client could
 * write log lines under the ID of another's request.
 */
export function traceBodies(app: FastifyInstance): void {
  // Reading a body continues in the connection's own context, so the ID is set again.
  const again: preValidationHookHandler = ({ id }, _, next) => traced(id, next)
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')) return
    route.preValidation = [again, ...[route.preValidation ?? []].flat()]
  })
}
