import type { FastifyInstance } from 'fastify'
import { buildContext } from './build-context.ts'
import { withLimits } from './card-testing/with-limits.ts'
import { buildHandlers } from './checkout-handlers.ts'
import { followsOrders, type ProxyConfig } from './config/config.ts'
import { answerErrors, answerUnknown, refuseField } from './errors.ts'
import { openExternalThreeDs } from './external-three-ds/external-three-ds.ts'
import { buildNotifications } from './external-three-ds/notifications.ts'
import { withExternalThreeDs } from './external-three-ds/with-external-three-ds.ts'
import { buildSealingKey } from './gateway/sealing-key.ts'
import { serveHealth } from './health.ts'
import { receiveRequests } from './http/arrival.ts'
import { commonHeaders } from './http/headers.ts'
import { shedLoad } from './http/load-shedding.ts'
import { observe } from './http/observe.ts'
import { rememberExchanges } from './http/pipelining.ts'
import { guardShape, knowRoutes } from './http/request-guard.ts'
import { buildServer } from './http/server.ts'
import { startLifecycle } from './http/shutdown.ts'
import { TRACE_HEADER, traceBodies } from './http/trace.ts'
import { serveMerchant } from './merchant/serve-merchant.ts'
import { serveLinks } from './pages/links/serve-links.ts'
import { serveReturnPages } from './pages/return-pages.ts'
import { serveHostedPage } from './pages/serve-hosted-page.ts'
import { serveWholePage } from './payments/whole-page.ts'
import type { Instrument, ProxyOptions, ProxyPorts } from './proxy-options.ts'
import { serveCheckout } from './serve-checkout.ts'
import { serveDocuments } from './static-files/documents.ts'
import { offersOf, serveScriptTag, withOffers } from './static-files/script-tag.ts'
import { withLinkTickets } from './tickets/links.ts'
import { buildTicketReader } from './tickets/ticket.ts'
import { buildOrderWatcher } from './webhooks/order-watcher.ts'
import { openWebhooks } from './webhooks/serve-callbacks.ts'

/**
 * Builds the proxy, ready to listen. It keeps no session: another instance may answer the next request.
 *
 * @example
 * ```ts
 * import { buildLogger, buildProxy, loadDocuments, loadScriptTag, memoryLocks } from 'tender-checkout/server'
 * import { readConfig, silent, systemClock, systemRandom, undiciFetch } from 'tender-checkout/server'
 *
 * const { config, errors } = readConfig(process.env)
 * if (errors) throw new Error(errors.join('\n'))
 * const dist = 'node_modules/tender-checkout/dist'
 * const proxy = await buildProxy(config, {
 *   clock: systemClock,
 *   random: systemRandom,
 *   fetch: undiciFetch({ timeoutMs: config.gateway.timeoutMs }),
 *   journal: silent,
 *   logger: buildLogger(config.logLevel),
 *   locks: memoryLocks(systemClock),
 *   documents: await loadDocuments(dist),
 *   scriptTag: await loadScriptTag(dist),
 *   challenge: 'proof-of-work',
 * })
 * await proxy.listen({ host: config.host, port: config.port })
 * ```
 */
export async function buildProxy(config: ProxyConfig, options: ProxyOptions): Promise<FastifyInstance> {
  // 1. Traces and metrics wrap the ports before anything holds one; metrics are outside, so that they also time spans.
  const instruments: readonly Instrument[] = [options.traces, options.metrics].filter((one) => one !== undefined)
  const ports = instruments.reduce<ProxyPorts>((given, one) => one.wrap(given), options)
  const proxy = buildContext(config, ports)

  // 2. The server. A hook reaches only what is declared after it, so that steps 2 to 5 add every hook of the whole
  // server before step 7 declares the first route; hooks of one kind run in the order of these steps. The list of the
  // routes is begun first, since it must have them all.
  const headers = commonHeaders(config.publicUrl)
  const app = buildServer(config, headers, ports.random)
  const methodsAt = knowRoutes(app)

  // 3. Instruments see a request before anything may refuse it, and so count and show refusals too.
  for (const one of instruments) one.observe(app)

  // 4. Arrival. Headers come first, so that refusals have them. The load is looked at before a log line is begun, since
  // an overloaded process has no time for lines; everything else that is refused has one.
  const refuseOverload = shedLoad(app, { eventLoopDelay: () => 0, ...ports, log: proxy.log })
  const observer = observe(app, proxy)
  const guard = guardShape(app, config.publicUrl)
  receiveRequests(app, (request, reply, url) => {
    void reply.headers(headers).header(TRACE_HEADER, request.id)
    const overloaded = refuseOverload(url)
    if (overloaded) return overloaded
    observer.begin(request, url)
    return guard(request, reply, url)
  })
  traceBodies(app)

  // 5. Errors. What no route takes is answered after arrival, so that a malformed request is refused as malformed, and
  // before any body is read.
  const lifecycle = startLifecycle(app)
  rememberExchanges(app.server)
  answerErrors(app, proxy, observer)
  app.addHook('onRequest', answerUnknown(methodsAt))

  // 6. The checkout's handlers. Limits are outside: a try that they refuse reaches neither the merchant's 3-D Secure
  // server nor the gateway. The end of a challenge goes through them too.
  const sealingKey = buildSealingKey(proxy, proxy.clock)
  const external = await openExternalThreeDs(proxy, ports, sealingKey)
  const handlers = withLimits(proxy, ports.challenge, withExternalThreeDs(external, buildHandlers(proxy, sealingKey)))
  const notifications = external && buildNotifications(proxy, external, handlers)
  const readTicket = withLinkTickets(buildTicketReader(config, proxy.clock), config, proxy.clock)
  const watcher = followsOrders(config) ? buildOrderWatcher(proxy) : undefined

  // 7. Routes that read bodies, each group in a scope of its own, since each reads them in its own way: JSON of the
  // frame, a form with a ticket, JSON behind the merchant's key, the gateway's callbacks, the forms of access servers.
  await app.register(async (scope) => serveCheckout(scope, proxy, { handlers, observer, readTicket, watcher }))
  await app.register(async (scope) => serveHostedPage(scope, proxy, observer, readTicket))
  await app.register(async (scope) =>
    serveLinks(scope, proxy, observer, { readTicket, hasElement: Boolean(ports.scriptTag) }),
  )
  if (config.apiKeys.length)
    await app.register(async (scope) => serveMerchant(scope, proxy, observer, readTicket, refuseField))
  if (watcher) await openWebhooks(app, proxy, watcher)
  await app.register(async (scope) => serveReturnPages(scope, proxy, notifications))

  // 8. Routes that read no body, in the server's own scope.
  serveWholePage(app, proxy)
  serveDocuments(app, config, ports.documents, ports.releases)
  if (ports.scriptTag) {
    const offers = offersOf(config)
    serveScriptTag(app, await withOffers(ports.scriptTag, offers), { offers, releases: ports.releases })
  }
  serveHealth(app, lifecycle, proxy)
  return app
}
