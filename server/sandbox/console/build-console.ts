import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { Entry } from '#ports/journal.ts'
import { readForms } from '#router/mount.ts'
import type { TextMessage } from '#sandbox/phones/inbox.ts'
import { consolePage, consolePolicy } from './console-page.ts'
import type { ConsoleContext } from './context.ts'
import { helpPage, helpPolicy } from './help-page.ts'
import { mountClock, mountScenario } from './scenario-routes.ts'
import { buildTimeline } from './timeline.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'

/**
 * The sandbox's console, without listening: a page with the switches, the timeline and the orders, and an API for the
 * same (`/scenario` and `/scenario/orders/N`, `/clock`, `/orders`, `/messages`, `/timeline` as Server-Sent Events,
 * `/timeline.json`, both of one order by `?order=N`, `/test-cards.json`). Errors: `{error: {code, message, field?}}`.
 */
export function buildConsole(options: ConsoleContext): FastifyInstance {
  // A timeline stream never ends, so closing the server must end it.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } })
  readForms(app)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    if (readMethods.has(request.method)) openTo(options.allowedOrigins(), request, reply)
  })
  mountReading(app, options)
  mountHelp(app, options)
  mountScenario(app, options)
  mountClock(app, options)
  mountTimeline(app, options)
  return app
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** How many messages are shown. */
const SHOWN = 100

function mountReading(app: FastifyInstance, context: ConsoleContext): void {
  const { cards, switches, orders, clock, phones } = context
  const messages = (): readonly TextMessage[] => phones?.latest(SHOWN) ?? []
  app.get('/', (request, reply) => {
    const number = orderIn(request)
    const order = number === undefined ? undefined : { number, change: switches.orders.of(number) }
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', consolePolicy)
      .send(
        consolePage({
          scenario: switches.read(),
          order,
          orders: orders.all(),
          messages: messages(),
          cards,
          now: clock.now(),
          shops: context.allowedOrigins(),
        }),
      )
  })
  app.get('/orders', () => orders.all())
  app.get('/messages', messages)
  app.get('/test-cards.json', () => cardList(cards))
  app.get('/healthz', () => ({ status: 'ok' }))
}

/** The help that a checkout shows; only the pages of allowed origins may show it, and get the cards that are pressed. */
function mountHelp(app: FastifyInstance, { cards, switches, allowedOrigins }: ConsoleContext): void {
  app.get('/help', (request, reply) => {
    const order = orderIn(request)
    const { origin, scheme } = request.query as Readonly<Record<string, unknown>>
    const shops = allowedOrigins()
    const shop = shops.find((one) => one === origin)
    if (order === undefined || shop === undefined)
      throw new ProxyError(
        'origin_refused',
        'The help is for a shop that the sandbox knows: start it with --shop ORIGIN.',
      )
    const shown = { order, shop, scheme: scheme === 'dark' ? 'dark' : 'light', cards } as const
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', helpPolicy(shops))
      .send(helpPage({ ...shown, change: switches.orders.of(order) }))
  })
}

function mountTimeline(app: FastifyInstance, { journal, clock, orders }: ConsoleContext): void {
  const timeline = buildTimeline(journal, clock.now().toString(36))
  const wantedBy = (request: FastifyRequest) => {
    const number = orderIn(request)
    return ({ order }: Entry): boolean =>
      number === undefined || (order !== undefined && (orders.numberOf(order) ?? order) === number)
  }
  app.get('/timeline.json', (request) => journal.entries().filter(wantedBy(request)))
  const asEvents = (reply: FastifyReply): FastifyReply => reply.type('text/event-stream; charset=utf-8')
  app.get('/timeline', { exposeHeadRoute: false }, (request, reply) =>
    asEvents(reply).send(timeline(String(request.headers['last-event-id'] ?? ''), wantedBy(request))),
  )
  // HEAD must not open a stream, which would never end.
  app.head('/timeline', (_, reply) => asEvents(reply).send())
}

function orderIn({ query }: FastifyRequest): string | undefined {
  const { order } = query as Readonly<Record<string, unknown>>
  return typeof order === 'string' && order !== '' ? order : undefined
}

/** Lets only pages of the allowed origins read a response. */
function openTo(allowed: readonly string[], { headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin')
  if (headers.origin && allowed.includes(headers.origin)) reply.header('access-control-allow-origin', headers.origin)
}

/** Our error codes for Fastify's own errors. */
const named: ReadonlyMap<number, ProxyErrorCode> = new Map([
  [400, 'body_malformed'],
  [413, 'body_too_large'],
  [415, 'type_refused'],
])

function answerError(error: FastifyError | ProxyError, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ProxyError) return reply.code(error.code === 'origin_refused' ? 403 : 400).send(error.answer)
  const status = error.statusCode ?? 500
  return reply.code(status).send(new ProxyError(named.get(status) ?? 'internal').answer)
}

/** A test card as published: what a shopper types and the result, without the issuer's own data. */
type PublishedCard = Omit<TestCard, 'issuer'>

/** The test cards, for people and tests. */
const cardList = (cards: readonly TestCard[]): readonly PublishedCard[] =>
  cards.map(({ issuer: _, ...published }) => published)
