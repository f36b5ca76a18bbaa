import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProxyError } from '#contract/proxy-errors.ts'
import { traced } from './trace.ts'

/** What is done with a request as it arrives; `url` is its route's address. Returns why the request is refused. */
export type Arrival = (request: FastifyRequest, reply: FastifyReply, url: string | undefined) => ProxyError | undefined

const microtask = Promise.resolve()

/**
 * One hook for everything that precedes a route's own checks. The request goes on in a microtask: data that arrived in
 * one chunk with a request is parsed before the request is answered, so that a refusal of that data waits for its turn.
 */
export function receiveRequests(app: FastifyInstance, arrive: Arrival): void {
  app.addHook('onRequest', (request, reply, next) => {
    const refused = arrive(request, reply, request.is404 ? undefined : request.routeOptions.url)
    const proceed = (): void => (refused ? next(refused) : traced(request.id, next))
    void microtask.then(proceed)
  })
}
