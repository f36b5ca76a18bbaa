import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refused, type FaultCode } from '#contract/faults.ts'
import { readForms } from '#router/mount.ts'
import { cardList } from './card-list.ts'
import { consolePage, consolePolicy } from './console-page.ts'
import type { ConsoleParts } from './parts.ts'
import { readChange } from './scenario-change.ts'
import { buildTimeline } from './timeline.ts'

/**
 * The sandbox's console, without listening: a page with the switches and the timeline, and the same for programs
 * (`/scenario`, `/timeline` as Server-Sent Events, `/timeline.json`, `/test-cards.json`).
 * A refusal is `{error: {code, message, field?}}`.
 */
export function buildConsole(parts: ConsoleParts): FastifyInstance {
  // A timeline never ends by itself, so closing the server has to end it.
  const app = Fastify({ forceCloseConnections: true })
  readForms(app)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    if (request.method === 'GET') openTo(parts.allowedOrigins(), request, reply)
  })
  mountReading(app, parts)
  mountScenario(app, parts)
  mountTimeline(app, parts)
  return app
}

function mountReading(app: FastifyInstance, { cards, switches }: ConsoleParts): void {
  app.get('/', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', consolePolicy)
      .send(consolePage(switches.read(), cards)),
  )
  app.get('/test-cards.json', () => cardList(cards))
  app.get('/healthz', () => ({ status: 'ok' }))
}

function mountScenario(app: FastifyInstance, { switches }: ConsoleParts): void {
  app.get('/scenario', () => switches.read())
  app.post('/scenario', (request, reply) => {
    refuseStrangers(request)
    const form = /^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')
    const asked = readChange(request.body, form ? 'form' : 'json')
    if ('complaint' in asked) throw new Refused('field_invalid', asked.complaint.rule, asked.complaint.field)
    switches.set(asked.change)
    return form ? reply.redirect('/', 303) : reply.send(switches.read())
  })
}

function mountTimeline(app: FastifyInstance, { journal, clock }: ConsoleParts): void {
  const timeline = buildTimeline(journal, clock.now().toString(36))
  app.get('/timeline.json', () => journal.entries())
  app.get('/timeline', ({ headers }, reply) =>
    reply.type('text/event-stream; charset=utf-8').send(timeline(String(headers['last-event-id'] ?? ''))),
  )
}

/** Lets the pages of the allowed origins read an answer, and nobody else's. */
function openTo(allowed: readonly string[], { headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin')
  if (headers.origin && allowed.includes(headers.origin)) reply.header('access-control-allow-origin', headers.origin)
}

/** A foreign page could post a form here without asking; browsers say where a request comes from. */
function refuseStrangers({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused('origin_refused', 'foreign page')
}

/** What Fastify refuses by itself, in our words. */
const named: ReadonlyMap<number, FaultCode> = new Map([
  [400, 'body_malformed'],
  [413, 'body_too_large'],
  [415, 'type_refused'],
])

function answerError(error: FastifyError | Refused, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) return reply.code(error.code === 'origin_refused' ? 403 : 400).send(error.answer)
  const status = error.statusCode ?? 500
  return reply.code(status).send(new Refused(named.get(status) ?? 'internal').answer)
}
