import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The header with the request's trace ID, in every answer. */
export const TRACE_HEADER = 'x-request-id'

const traces = new AsyncLocalStorage<string>()

/** Trace ID of the current request, for its log lines. */
export const currentTrace = (): string | undefined => traces.getStore()

/**
 * Gives each request the trace ID that the server generated. A client's own is never used, since the client could write
 * log lines under the ID of another's request.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header(TRACE_HEADER, request.id)
    traces.run(request.id, next)
  })
  // Reading a body continues in the connection's own context, so the ID is set again.
  app.addHook('preValidation', (request, _, next) => traces.run(request.id, next))
}
