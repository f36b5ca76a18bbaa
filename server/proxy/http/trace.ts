import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The header that every answer tells its request's name in. */
export const TRACE_HEADER = 'x-request-id'

const traces = new AsyncLocalStorage<string>()

/** Name of the request that is worked on, for the lines that are written meanwhile. */
export const currentTrace = (): string | undefined => traces.getStore()

/**
 * Gives each request the name that the server drew for it. None is taken from a client, who could have lines written
 * under the name of another's request.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header(TRACE_HEADER, request.id)
    traces.run(request.id, next)
  })
  // The reading of a body goes on in the connection's own context.
  app.addHook('preValidation', (request, _, next) => traces.run(request.id, next))
}
