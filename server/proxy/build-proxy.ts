import { fastify, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Refused, type FaultCode } from '#contract/faults.ts'
import type { Complaint } from '#contract/explain.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import { mount, type MountOptions } from '#router/mount.ts'
import type { LockStore } from './locks/lock-store.ts'
import { trustIn } from './config/client-address.ts'
import type { ProxyConfig } from './config/config.ts'
import { serveDocuments, type Documents } from './static-files/documents.ts'
import { guardApi, guardShape, knowRoutes } from './http/request-guard.ts'
import type { Authenticate } from './payments/authenticate.ts'
import { handlersOf } from './external-three-ds/handlers.ts'
import { publicApi, publicHandlers, ticketedApi, type Context, type TicketedHandlers } from './handlers.ts'
import { commonHeaders } from './http/headers.ts'
import { serveHealth } from './health.ts'
import type { Challenge } from './card-testing/challenge.ts'
import { limitedHandlers } from './card-testing/limited-handlers.ts'
import { memoryCounters, type Counters } from './card-testing/counters.ts'
import { rememberExchanges } from './http/pipelining.ts'
import { live } from './http/shutdown.ts'
import { lineOf, logOnly, type Log } from './http/log.ts'
import { noteOf, observe, type Observer } from './http/observe.ts'
import { serveMerchant } from './merchant/serve-merchant.ts'
import { memoryFollowUps, type BuildFollowUpStore } from './webhooks/follow-up-store.ts'
import { currentNotice } from './webhooks/current-notice.ts'
import { buildFollowUps, noFollowUps } from './webhooks/follow-ups.ts'
import { buildOrderWatcher, type OrderWatcher } from './webhooks/order-watcher.ts'
import type { ReadNotice } from './webhooks/notice.ts'
import { buildNotices, noNotices, type Notices } from './webhooks/notices.ts'
import { directOutbox, type BuildOutbox } from './webhooks/outbox.ts'
import { serveCallbacks } from './webhooks/serve-callbacks.ts'
import { addOutcomeHook } from './webhooks/outcome-hook.ts'
import { webhookSender } from './webhooks/webhook.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { shedLoad, type EventLoopDelay } from './http/load-shedding.ts'
import type { Parts } from './parts.ts'
import { lookAtStore } from './gateway/readiness.ts'
import { refusalFrom, refuse, refuseSocket } from './http/refusals.ts'
import { serveReturnPages } from './pages/return-pages.ts'
import { refuseScript, scriptTagPath, serveScriptTag, type ScriptTag } from './static-files/script-tag.ts'
import { buildSigner } from './tickets/signatures.ts'
import type { Releases } from './static-files/release-folder.ts'
import { compressTexts } from './static-files/compress-texts.ts'
import { serveHostedPage } from './pages/serve-hosted-page.ts'
import { buildTicketReader, type TicketReader } from './tickets/ticket.ts'
import { TRACE_HEADER, traceRequests } from './http/trace.ts'
import { visitorOf } from './payments/visitor.ts'
import { serveWholePage } from './payments/whole-page.ts'

/** What a proxy is put together from. */
export interface ProxyParts {
  readonly clock: Clock
  readonly random: Random
  /** Reaches the gateway; `undiciCarry` in production. */
  readonly carry: Carry
  readonly journal: Journal
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
  readonly locks: LockStore
  /** Counts tries for the limits; absent, this process counts by itself. */
  readonly counters?: Counters
  /** Asks suspects for more than a card, or has their browsers compute; absent, they are refused. */
  readonly challenge?: Challenge | 'proof-of-work'
  /** Tells an overload; `systemLateness()` in production. Absent, only a slow gateway is told. */
  readonly eventLoopDelay?: EventLoopDelay
  /** Reaches the merchant's own server; absent, `carry` does. */
  readonly webhookCarry?: Carry
  /** Reaches Apple's servers with the merchant identity certificate; absent, there is no Apple Pay but a sandbox's. */
  readonly appleCarry?: Carry
  /** Keeps webhooks until they are delivered, such as {@link queuedOutbox}; absent, the gateway repeats its callbacks. */
  readonly outbox?: BuildOutbox
  /** Keeps which orders are followed, such as {@link queuedFollowUps}; absent, they are forgotten with the process. */
  readonly followUps?: BuildFollowUpStore
  /** The built frame scripts; see {@link loadDocuments}. */
  readonly documents: Documents
  /** The built script tag; see {@link loadScriptTag}. Absent where shops take the element from npm. */
  readonly scriptTag?: ScriptTag
  /** Files of other builds that serve the same address; see {@link openReleases}. Absent, only this build's files are served. */
  readonly releases?: Releases
  /** Asks the merchant's own 3-D Secure server about each card; needs `TENDER_PLAIN_CARDS=allowed` (online gateway 4.4). */
  readonly authenticate?: Authenticate
  /** PEM of the RSA key that cards are sealed with for {@link authenticate}; several processes must share one. */
  readonly cardKey?: string
}

/** Builds the proxy, ready to listen. It keeps no session: another instance may answer the next request. */
export async function buildProxy(config: ProxyConfig, given: ProxyParts): Promise<FastifyInstance> {
  const parts = partsOf(config, given)
  const headers = commonHeaders(config.publicUrl)
  const app = server(config, headers, given.random)
  const methodsAt = knowRoutes(app)
  shedLoad(app, { ...parts, headers, eventLoopDelay: given.eventLoopDelay ?? (() => 0) })
  app.addHook('onRequest', (_, reply, next) => {
    void reply.headers(headers)
    next()
  })
  traceRequests(app)
  const life = live(app)
  rememberExchanges(app)
  const observer = observe(app, parts)
  guardShape(app, config.publicUrl)
  answerErrors(app, parts, observer, methodsAt)
  const handlers = limitedHandlers(parts, await handlersOf(parts, given), given.challenge)
  const readTicket = buildTicketReader(config, parts.clock)
  const hearing = config.webhook && buildOrderWatcher(parts)
  await app.register(async (api) => {
    if (hearing) addOutcomeHook(api, hearing)
    serveApi(api, parts, observer, handlers, readTicket)
  })
  await app.register(async (page) => serveHostedPage(page, parts, observer, readTicket))
  if (config.apiKeys.length)
    await app.register(async (merchant) => serveMerchant(merchant, parts, observer, refuseField))
  if (hearing) await openNotices(app, parts, hearing)
  await app.register(async (pages) => serveReturnPages(pages, parts))
  serveWholePage(app, parts)
  serveDocuments(app, config, given.documents, given.releases)
  if (given.scriptTag) serveScriptTag(app, given.scriptTag, given.releases)
  serveHealth(app, life, parts)
  return app
}

/** Opens the gateway's way to the proxy; what is being told when the proxy ends comes to its end. */
async function openNotices(app: FastifyInstance, parts: Parts, hearing: OrderWatcher): Promise<void> {
  const { callbacks } = parts.config.webhook!
  parts.followUps.start(hearing.find)
  await app.register(async (door) => serveCallbacks(door, parts, hearing, callbacks))
  app.addHook('onClose', async () => {
    await parts.followUps.close()
    await hearing.settled()
    await parts.notices.close()
  })
}

function partsOf(config: ProxyConfig, given: ProxyParts): Parts {
  const { clock, random, carry, journal, logger, locks, appleCarry, counters = memoryCounters(clock) } = given
  const signer = buildSigner(config.signingSecret, config.olderSigningSecrets)
  const log = logOnly(logger)
  const { gateway, gatewayLook } = openGateway(config, { clock, carry, journal, log })
  const looks = [gatewayLook, lookAtStore(locks, clock)]
  const notices = noticesOf(config, given, log, (orderNumber) => currentNotice(parts, orderNumber))
  const followUps = config.webhook
    ? buildFollowUps({ clock, random, log, notices, config }, given.followUps ?? memoryFollowUps)
    : noFollowUps
  const shared = { config, clock, random, journal, locks, counters, gateway, looks, signer, log, notices, followUps }
  const parts: Parts = { ...shared, registered: new Map(), ...(appleCarry && { appleCarry }) }
  return parts
}

function noticesOf({ webhook }: ProxyConfig, given: ProxyParts, log: Log, read: ReadNotice): Notices {
  if (!webhook) return noNotices
  const { clock, random, journal, carry, webhookCarry = carry, outbox = directOutbox } = given
  const send = webhookSender(webhook, webhookCarry, clock)
  return buildNotices({ clock, random, journal, send, read, outbox: outbox({ send, read, clock, log }) })
}

/** Limits of every request; Node's own are off or looser. */
const BODY_LIMIT = 16 * 1024
const HEADER_LIMIT = 8 * 1024
/** Whoever is slow has ten seconds, with the last look and the cutting. */
const REQUEST_TIMEOUT = 9500
const LOOK = 250

const server = (
  { trustProxy }: ProxyConfig,
  headers: Readonly<Record<string, string>>,
  random: Random,
): FastifyInstance =>
  fastify({
    genReqId: () => random.uuid(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    connectionTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 5000,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    trustProxy: trustProxy.length > 0 && trustIn(trustProxy),
    routerOptions: { maxParamLength: 255 },
    http: {
      connectionsCheckingInterval: LOOK,
      headersTimeout: REQUEST_TIMEOUT,
      maxHeaderSize: HEADER_LIMIT,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseSocket(headers),
    frameworkErrors: (error, { id }, reply) =>
      void refuse(reply.headers({ ...headers, [TRACE_HEADER]: id }), refusalFrom(error)),
  })

function answerErrors(
  app: FastifyInstance,
  { log }: Parts,
  observer: Observer,
  methodsAt: (path: string) => readonly string[],
): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    observer.note(request, noteOf(refused))
    if (refused.code === 'internal' && !(error instanceof Refused))
      log.error({ traceId: request.id, code: 'internal', ...lineOf(error) })
    return refuse(reply, refused)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const answer = path.startsWith(scriptTagPath) ? refuseScript : refuse
    const allowed = methodsAt(path)
    if (!allowed.length) return answer(reply, new Refused('not_found'))
    return answer(reply.header('allow', allowed.join(', ')), new Refused('method_refused'))
  })
}

/** The fault of each kind of complaint about a field. */
const complaints: Readonly<Record<Complaint['kind'], FaultCode>> = {
  missing: 'field_invalid',
  type: 'field_invalid',
  rule: 'field_invalid',
  unknown: 'field_unknown',
}

const refuseField: MountOptions<unknown>['refuse'] = ({ field, kind, rule }) => {
  throw new Refused(complaints[kind], rule, field)
}

function serveApi(
  app: FastifyInstance,
  parts: Parts,
  observer: Observer,
  handlers: TicketedHandlers,
  readTicket: TicketReader,
): void {
  guardApi(app, parts.config.publicUrl)
  const door: MountOptions<Context> = {
    async context(request) {
      const ticket = await readTicket(request.headers.authorization)
      observer.note(request, { order: ticket.orderNumber })
      return { ticket, visitor: visitorOf(request) }
    },
    refuse: refuseField,
  }
  mount(app, ticketedApi, handlers, door)
  void app.register(async (texts) => {
    compressTexts(texts)
    mount(texts, publicApi, publicHandlers, { context: () => undefined, refuse: refuseField })
  })
}
