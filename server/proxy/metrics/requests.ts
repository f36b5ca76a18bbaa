import type { FastifyInstance } from 'fastify'
import { checkoutApi } from '#contract/checkout-api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { TooManyTries } from '../card-testing/too-many.ts'
import { Overloaded } from '../http/load-shedding.ts'
import { hostedPagePath, linkRoute } from '../http/observe.ts'
import type { Registry } from './registry.ts'

const pages = ['/card', '/3ds', '/3ds/bank', '/3ds/method', '/3ds/return', '/healthz', '/readyz', '/openapi.json']

const operations = [...Object.values(checkoutApi), ...Object.values(merchantApi)].map(({ path }) => path)

/** Addresses that are a label each; those of files have names that change with each version. */
const named: ReadonlySet<string> = new Set([...operations, ...pages, hostedPagePath, linkRoute])

/** The label of a route's declared address, never that of a request. */
const routeOf = (url: string | undefined): string => {
  if (url === undefined) return 'unknown'
  if (named.has(url)) return url
  return url.startsWith('/callback') ? 'callback' : 'file'
}

/** Counts requests and their time, and refusals of the limits on card testing and on the load. */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  app.addHook('onResponse', ({ routeOptions }, reply, next) => {
    const route = routeOf(routeOptions.url)
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    registry.add('tender_http_requests_total', { route, status })
    registry.observe('tender_http_request_duration_seconds', reply.elapsedTime / 1000, { route })
    next()
  })
  app.addHook('onError', ({ routeOptions }, _, error, next) => {
    if (error instanceof TooManyTries) registry.add('tender_card_testing_refusals_total', { limit: error.limit })
    if (error instanceof Overloaded)
      registry.add('tender_load_shedding_refusals_total', { route: routeOf(routeOptions.url) })
    next()
  })
}
