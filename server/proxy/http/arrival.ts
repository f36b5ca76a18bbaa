import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refused } from '#contract/faults.ts'
import type { LoadShedding } from './load-shedding.ts'
import { traced } from './trace.ts'

/** What is done with a request as it arrives; `url` is its route's address. Returns why the request is refused. */
export type Arrival = (request: FastifyRequest, reply: FastifyReply, url: string | undefined) => Refused | undefined

const microtask = Promise.resolve()

/**
 * One hook for everything that precedes a route's own checks, since each hook costs as much as what most of them do.
 * It is synchronous, but the request goes on in a microtask: data that arrived in one chunk with a request is parsed
 * before the request is answered, so that a refusal of that data waits for its turn. `addresses` are those of the
 * routes, as they were declared.
 */
export function receiveRequests(
  app: FastifyInstance,
  addresses: ReadonlySet<string>,
  shedding: LoadShedding,
  arrive: Arrival,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    const url = routeOf(request, addresses)
    if (shedding.isTooMuch(request.raw, url)) return void microtask.then(() => shedding.refuse(reply))
    const refused = arrive(request, reply, url)
    const proceed = (): void => (refused ? next(refused) : traced(request.id, next))
    void microtask.then(proceed)
  })
}

/** The address of a request's route. The options of a route are an object that the framework makes for each request. */
function routeOf(request: FastifyRequest, addresses: ReadonlySet<string>): string | undefined {
  if (request.is404) return undefined
  const { url } = request.raw
  return addresses.has(url!) ? url : request.routeOptions.url
}
