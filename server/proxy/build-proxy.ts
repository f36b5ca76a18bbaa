import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { Problem } from '#server-contract/explain.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import { mount, type MountOptions } from '#router/mount.ts'
import type { LockStore } from './locks/lock-store.ts'
import { knownOrderIds } from './store/order-ids.ts'
import { LimitedMap } from './store/limited-map.ts'
import { memoryCodes } from './store/code-memory.ts'
import { memoryRefunds } from './store/refund-memory.ts'
import type { ProxyConfig } from './config/config.ts'
import { serveDocuments, type Documents } from './static-files/documents.ts'
import { receiveRequests } from './http/arrival.ts'
import { guardApi, guardShape, knowRoutes } from './http/request-guard.ts'
import type { Authenticate } from './external-three-ds/authenticate.ts'
import { memoryAuthentications, type AuthenticationStore } from './external-three-ds/authentication-store.ts'
import { withOwnServer } from './external-three-ds/handlers.ts'
import { buildNotifications } from './external-three-ds/notifications.ts'
import { ownServerOf } from './external-three-ds/own-server.ts'
import {
  buildHandlers,
  publicApi,
  publicHandlers,
  readsByPost,
  ticketedApi,
  type TicketedHandlers,
} from './handlers.ts'
import type { RequestContext } from './request-context.ts'
import { buildSealingKey } from './gateway/sealing-key.ts'
import { commonHeaders } from './http/headers.ts'
import { serveHealth } from './health.ts'
import type { Challenge } from './card-testing/challenge.ts'
import { limitedHandlers } from './card-testing/limited-handlers.ts'
import { memoryCounters, type Counters } from './card-testing/counters.ts'
import { rememberExchanges } from './http/pipelining.ts'
import { startLifecycle } from './http/shutdown.ts'
import { lineOf, logOnly, type Log } from './http/log.ts'
import { noteOf, observe, type Observer } from './http/observe.ts'
import { reportOutcomes, type ShopperAnswer } from './http/report-outcomes.ts'
import type { Meters, Metrics } from './metrics/metrics.ts'
import { serveMerchant } from './merchant/serve-merchant.ts'
import { memoryFollowUps, type BuildFollowUpStore } from './webhooks/follow-up-store.ts'
import { buildCardRecord } from './webhooks/cards/card-record.ts'
import { listedCard } from './webhooks/cards/listed-card.ts'
import { currentEvent } from './webhooks/current-event.ts'
import { buildFollowUps, noFollowUps } from './webhooks/follow-ups.ts'
import { buildOrderWatcher, type OrderWatcher } from './webhooks/order-watcher.ts'
import type { ReadEvent } from './webhooks/event.ts'
import { buildWebhooks, noWebhooks, type Webhooks } from './webhooks/webhooks.ts'
import { directOutbox, type BuildOutbox } from './webhooks/outbox.ts'
import { serveCallbacks } from './webhooks/serve-callbacks.ts'
import { webhookSender } from './webhooks/webhook.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { shedLoad, type EventLoopDelay } from './http/load-shedding.ts'
import type { ProxyContext } from './proxy-context.ts'
import { checkStore } from './gateway/readiness.ts'
import { refusalFrom, sendRefusal } from './http/refusals.ts'
import { buildServer } from './http/server.ts'
import { serveReturnPages } from './pages/return-pages.ts'
import { refuseScript, scriptTagPath, serveScriptTag, type ScriptTag } from './static-files/script-tag.ts'
import { buildSigner } from './tickets/signatures.ts'
import type { Releases } from './static-files/release-folder.ts'
import { compressTexts } from './static-files/compress-texts.ts'
import { formUrlsIn } from './pages/hosted-page.ts'
import { serveHostedPage } from './pages/serve-hosted-page.ts'
import { buildTicketReader, type TicketReader } from './tickets/ticket.ts'
import { bearerIn } from './tickets/ticket-in-request.ts'
import type { Traces } from './traces/traces.ts'
import { TRACE_HEADER, traceBodies } from './http/trace.ts'
import { clientInfoOf } from './payments/client-info.ts'
import { serveWholePage } from './payments/whole-page.ts'

/** What a proxy is built from. */
export interface ProxyOptions {
  readonly clock: Clock
  readonly random: Random
  /** Sends requests to the gateway; {@link undiciFetch} in production. */
  readonly fetch: Fetch
  readonly journal: Journal
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
  readonly locks: LockStore
  /** Counts tries for the limits; absent, each process counts for itself. */
  readonly counters?: Counters
  /**
   * Challenges suspects, for example with a CAPTCHA, or has their browsers compute a proof of work; absent, they are
   * refused.
   */
  readonly challenge?: Challenge | 'proof-of-work'
  /** Detects an overload; {@link systemEventLoopDelay} in production. Absent, only a slow gateway is detected. */
  readonly eventLoopDelay?: EventLoopDelay
  /** Sends requests to the merchant's own server; absent, `fetch` does. */
  readonly webhookFetch?: Fetch
  /**
   * Sends requests to Apple's servers with the merchant identity certificate; absent, only a sandbox's Apple Pay works.
   */
  readonly appleFetch?: Fetch
  /**
   * Stores webhooks until they are delivered, such as {@link queuedOutbox}; absent, the gateway repeats its callbacks.
   */
  readonly outbox?: BuildOutbox
  /** Stores which orders are followed, such as {@link queuedFollowUps}; absent, they are lost when the process ends. */
  readonly followUps?: BuildFollowUpStore
  /** The built frame scripts; see {@link loadDocuments}. */
  readonly documents: Documents
  /** The built script tag; see {@link loadScriptTag}. Absent where shops take the element from npm. */
  readonly scriptTag?: ScriptTag
  /** Files of other builds that serve the same address; see {@link openReleases}. Absent, only this build's files are served. */
  readonly releases?: Releases
  /**
   * Calls the merchant's own 3-D Secure server for each card, new or stored; needs `TENDER_PLAIN_CARDS=allowed` (online
   * gateway 4.4).
   */
  readonly authenticate?: Authenticate
  /** PEM of the RSA key that cards are sealed with for {@link authenticate}; several processes must share one. */
  readonly cardKey?: string
  /**
   * Stores what waits for a step of {@link authenticate}, and the addresses of the gateway's own pages for `/pay`, such as
   * that of {@link redisStore}; several processes must share one. Absent, each process stores its own.
   */
  readonly authentications?: AuthenticationStore
  /** Counts what the proxy does; see {@link buildMetrics}. Absent, nothing is counted. */
  readonly metrics?: Metrics
  /** Makes spans for OpenTelemetry; see {@link buildTraces}. */
  readonly traces?: Traces
}

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
  const traced = options.traces?.options(options) ?? options
  const meters = options.metrics?.open(traced)
  const given = meters?.options ?? traced
  const proxy = contextOf(config, given, meters)
  const headers = commonHeaders(config.publicUrl)
  const app = buildServer(config, headers, given.random)
  const methodsAt = knowRoutes(app)
  options.traces?.observe(app)
  meters?.observe(app)
  const { eventLoopDelay = () => 0 } = given
  const isTooMuch = shedLoad(app, { clock: proxy.clock, log: proxy.log, eventLoopDelay })
  const observer = observe(app, proxy)
  const guard = guardShape(app, config.publicUrl)
  receiveRequests(app, (request, reply, url) => {
    void reply.headers(headers).header(TRACE_HEADER, request.id)
    if (isTooMuch(url)) {
      meters?.onOverload(url)
      return new ProxyError('busy')
    }
    observer.begin(request, url)
    return guard(request, reply, url)
  })
  traceBodies(app)
  const lifecycle = startLifecycle(app)
  rememberExchanges(app)
  answerErrors(app, proxy, observer, methodsAt)
  const sealingKey = buildSealingKey(proxy, proxy.clock)
  const own = await ownServerOf(proxy, given, sealingKey)
  const plain = buildHandlers(proxy, sealingKey)
  const handlers = limitedHandlers(proxy, own ? withOwnServer(own, plain) : plain, given.challenge)
  const notifications = own && buildNotifications(proxy, own, handlers)
  const readTicket = buildTicketReader(config, proxy.clock)
  const watcher = config.webhook && buildOrderWatcher(proxy)
  await app.register(async (api) => {
    serveApi(api, proxy, observer, handlers, readTicket, watcher)
  })
  const formUrls = formUrlsIn(given.authentications ?? memoryAuthentications(proxy.clock), proxy.signer)
  await app.register(async (page) => serveHostedPage(page, proxy, observer, readTicket, formUrls))
  if (config.apiKeys.length)
    await app.register(async (merchant) => serveMerchant(merchant, proxy, observer, refuseField))
  if (watcher) await openWebhooks(app, proxy, watcher)
  await app.register(async (pages) => serveReturnPages(pages, proxy, notifications))
  serveWholePage(app, proxy)
  serveDocuments(app, config, given.documents, given.releases)
  if (given.scriptTag) serveScriptTag(app, given.scriptTag, given.releases)
  serveHealth(app, lifecycle, proxy)
  return app
}

/** Accepts the gateway's callbacks; webhook events that are being sent when the proxy closes are finished. */
async function openWebhooks(app: FastifyInstance, proxy: ProxyContext, watcher: OrderWatcher): Promise<void> {
  const { callbacks } = proxy.config.webhook!
  proxy.followUps.start(watcher.find)
  await app.register(async (scope) => serveCallbacks(scope, proxy, watcher, callbacks))
  app.addHook('onClose', async () => {
    await proxy.followUps.close()
    await watcher.close()
    await proxy.webhooks.close()
  })
}

/** Numbers that this process remembers; the payer of a forgotten one has to wait, and only soon after a restart. */
const MAX_NUMBERS = 10_000

function contextOf(config: ProxyConfig, given: ProxyOptions, meters: Meters<ProxyOptions> | undefined): ProxyContext {
  const { clock, random, fetch, journal, logger, locks, appleFetch, counters = memoryCounters(clock) } = given
  const signer = buildSigner(config.signingSecret, config.olderSigningSecrets)
  const log = logOnly(logger)
  const { gateway, gatewayCheck } = openGateway(config, { clock, fetch, journal, log, onCall: meters?.gatewayCall })
  const webhooks = webhooksOf(config, given, log, () => proxy)
  const followUps = config.webhook
    ? buildFollowUps({ clock, random, log, webhooks, config }, given.followUps ?? memoryFollowUps)
    : noFollowUps
  const checks = [gatewayCheck, ...[locks, webhooks, followUps].map((store) => checkStore(store, clock))]
  const shared = { config, clock, random, journal, locks, counters, gateway, checks, signer, log, webhooks, followUps }
  const proxy: ProxyContext = {
    ...shared,
    registered: new LimitedMap(MAX_NUMBERS),
    orderIds: knownOrderIds(locks.orderIds),
    notesOrderIds: config.gateway.profile.lacksOrderId ?? false,
    refunds: locks.refunds ?? memoryRefunds(),
    codes: locks.codes ?? memoryCodes(clock),
    codeStates: new LimitedMap(MAX_NUMBERS),
    ...(appleFetch && { appleFetch }),
    ...(meters && { paymentMeter: meters.payments }),
  }
  return proxy
}

function webhooksOf({ webhook }: ProxyConfig, given: ProxyOptions, log: Log, proxy: () => ProxyContext): Webhooks {
  if (!webhook) return noWebhooks
  const read: ReadEvent = (event) => currentEvent(proxy(), event)
  const { clock, random, journal, locks, fetch, webhookFetch = fetch, outbox = directOutbox } = given
  const send = webhookSender(webhook, webhookFetch, clock)
  const cards = buildCardRecord({ clock, locks, list: (card) => listedCard(proxy(), card) })
  return buildWebhooks({ clock, random, journal, log, send, read, cards, outbox: outbox({ send, read, clock, log }) })
}

function answerErrors(
  app: FastifyInstance,
  { log }: Pick<ProxyContext, 'log'>,
  observer: Observer,
  methodsAt: (path: string) => readonly string[],
): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    observer.note(request, noteOf(refused))
    if (refused.code === 'internal' && !(error instanceof ProxyError))
      log.error({ traceId: request.id, code: 'internal', ...lineOf(error) })
    return sendRefusal(reply, refused)
  })
  // A hook, since the framework checks the body of a request without a route before it looks for a handler.
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404) return next()
    const path = request.url.split('?')[0]!
    // Which browsers ask for beside a page; no route of its own, which a merchant's server around this one would lose.
    if (path === '/favicon.ico') return void reply.code(204).send()
    const answer = path.startsWith(scriptTagPath) ? refuseScript : sendRefusal
    const allowed = methodsAt(path)
    if (!allowed.length) return void answer(reply, new ProxyError('not_found'))
    answer(reply.header('allow', allowed.join(', ')), new ProxyError('method_refused'))
  })
}

/** The fault code of each kind of field problem. */
const complaints: Readonly<Record<Problem['kind'], ProxyErrorCode>> = {
  missing: 'field_invalid',
  type: 'field_invalid',
  rule: 'field_invalid',
  unknown: 'field_unknown',
}

const refuseField: MountOptions<unknown>['refuse'] = ({ field, kind, rule }) => {
  throw new ProxyError(complaints[kind], rule, field)
}

function serveApi(
  app: FastifyInstance,
  proxy: ProxyContext,
  observer: Observer,
  handlers: TicketedHandlers,
  readTicket: TicketReader,
  watcher: OrderWatcher | undefined,
): void {
  guardApi(app, proxy.config.publicUrl)
  const options: MountOptions<RequestContext, ShopperAnswer> = {
    async context(request) {
      const ticket = await readTicket(bearerIn(request))
      observer.note(request, { order: ticket.orderNumber })
      return { ticket, visitor: clientInfoOf(request) }
    },
    answered: reportOutcomes(proxy, observer, watcher),
    refuse: refuseField,
  }
  mount(app, ticketedApi, handlers, options)
  mount(app, readsByPost, { checkout: handlers.checkout, outcome: handlers.outcome }, options)
  void app.register(async (texts) => {
    compressTexts(texts)
    mount(texts, publicApi, publicHandlers, { context: () => undefined, refuse: refuseField })
  })
}
