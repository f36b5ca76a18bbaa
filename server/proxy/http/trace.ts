import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { openTraceContext, type TraceContext } from './trace-context.ts'

/** The header with the request's trace ID, in every answer. */
export const TRACE_HEADER = 'x-request-id'

/** Opened by the first request, since it costs the whole process something. */
let context: TraceContext | undefined

/** Trace ID of the current request, for its log lines. */
export const currentTrace = (): string | undefined => context?.current()

/** Runs what belongs to the request of that trace ID. */
export function traced(id: string, act: () => void): void {
  context ??= openTraceContext()
  context.run(id, act)
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
