import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import { LONGEST_TICKET } from '#contract/long-ticket.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import type { Arrival } from './arrival.ts'
import { BODY_LIMIT, LARGEST_BODY } from './body-limits.ts'

/** Headers that parsers read differently when they occur twice. */
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'origin',
  'transfer-encoding',
])

/** Whether one of them occurs twice; Node joins the two, or keeps the first. */
function isDoubled(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const present = names.filter((name) => single.has(name))
  return new Set(present).size < present.length
}

/** Whether a request has the form that this proxy expects; Node accepts others. */
const isWellFormed = ({ httpVersion, url, headers, rawHeaders }: IncomingMessage): boolean =>
  (httpVersion === '1.1' || httpVersion === '1.0') &&
  url?.[0] === '/' &&
  url[1] !== '/' &&
  (headers.host !== undefined || httpVersion === '1.0') &&
  !isDoubled(rawHeaders) &&
  isFramedPlainly(headers['transfer-encoding'], httpVersion) &&
  expectations.has(headers.expect?.toLowerCase())

/** Whether a body is compressed, or coded in another way that is not undone here. */
const isEncoded = ({ 'content-encoding': coding }: IncomingHttpHeaders): boolean =>
  coding !== undefined && coding.toLowerCase() !== 'identity'

/** With any other expectation, a client may or may not send the body. */
const expectations: ReadonlySet<string | undefined> = new Set([undefined, '100-continue'])

/**
 * A server in front of this proxy may read any other coding, or a coding in HTTP/1.0, as another length (RFC 9112,
 * 6.1).
 */
const isFramedPlainly = (coding: string | undefined, httpVersion: string): boolean =>
  coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')

/** Without a body nothing is to be continued (RFC 9110, 10.1.1). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Health checks in the same network use other host names, and by HTTP/1.0 none (HAProxy, keepalived). */
const anyHost: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** The texts by which a Host header may name the host of an address: with the port that its scheme implies, too. */
export function hostsOf(publicUrl: string): readonly string[] {
  const { host, hostname, port, protocol } = new URL(publicUrl)
  return [host, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

/** Has requests with an expectation answered like all others. */
export function answerExpectations(server: Server): void {
  // Otherwise Node would answer by itself, without the rules below, and go on reading.
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply))
  // And it would write `100 Continue` behind the head of an answer that waits for its turn.
  server.on('checkContinue', (request, reply) => {
    if (reply.socket && hasBody(request)) reply.writeContinue()
    server.emit('request', request, reply)
  })
}

/** Refuses, at every address, a request that is malformed or names another host. */
export function guardShape(app: FastifyInstance, publicUrl: string): Arrival {
  const { hosts } = endpointsOf(app)
  for (const name of hostsOf(publicUrl)) hosts.add(name)
  answerExpectations(app.server)
  return ({ raw }, reply, url) => {
    const isGood = isWellFormed(raw)
    const { host: name = '', connection } = raw.headers
    // The next request on the connection may begin elsewhere than the sender meant; Node ignores a `close` in a list.
    if (!isGood || (connection !== undefined && /\bclose\b/i.test(connection))) void reply.header('connection', 'close')
    if (!isGood) return new ProxyError('request_malformed')
    if (isEncoded(raw.headers)) return new ProxyError('type_refused')
    if (hosts.has(name) || hosts.has(name.toLowerCase()) || anyHost.has(url ?? '')) return undefined
    return new ProxyError('request_malformed', 'The Host header does not name this proxy.')
  }
}

/** A rule that every request must keep, and the error of one that does not. */
type RequestRule = readonly [isBroken: (request: FastifyRequest) => boolean, error: ProxyErrorCode]

/** Rules that only the card frame's own requests keep. */
const apiRules = (origin: string): readonly RequestRule[] => [
  [({ headers }) => headers['sec-fetch-site'] !== 'same-origin', 'origin_refused'],
  [({ headers }) => headers.origin !== undefined && headers.origin !== origin, 'origin_refused'],
  [({ params }) => hasLong(params as Readonly<Record<string, string>>), 'not_found'],
  [({ method, headers }) => method === 'POST' && headers['content-type'] !== 'application/json', 'type_refused'],
]

/** No path parameter of a frame's request is that long; a merchant's clientId may be. */
function hasLong(params: Readonly<Record<string, string>>): boolean {
  for (const name in params) if (params[name]!.length > 64) return true
  return false
}

/** Rules of every request for JSON. */
const bodyRules: readonly RequestRule[] = [
  [({ method, raw }) => method === 'POST' && raw.url!.includes('?'), 'request_malformed'],
  [({ method, headers }) => method === 'POST' && !json.test(headers['content-type'] ?? ''), 'type_refused'],
]

/** JSON in UTF-8: programs write it in any letter case, and many add the charset (RFC 9110, 8.3.1), some in quotes. */
const json = /^application\/json[ \t]*(?:;[ \t]*charset=("?)utf-8\1)?$/i

/** Accepts only the frame documents' own calls, in unambiguous JSON; a ticket in a body is not counted as its size. */
export function guardApi(app: FastifyInstance, origin: string): void {
  guardBodies(app, { rules: apiRules(origin), deepest: 6, isTooLarge: isLongBesideTicket })
}

function isLongBesideTicket({ length }: string, read: unknown): boolean {
  const { ticket } = Object(read) as { readonly ticket?: unknown }
  const ofTicket = typeof ticket === 'string' ? ticket.length : 0
  return ofTicket > LONGEST_TICKET || length - ofTicket > BODY_LIMIT
}

/** What bodies are guarded by; the merchant's nest as deep as the details of a basket's entry. */
interface BodyGuard {
  readonly rules?: readonly RequestRule[]
  readonly deepest?: number
  readonly isTooLarge?: (body: string, read: unknown) => boolean
}

/** Accepts only unambiguous JSON, of requests that keep the other rules too. */
export function guardBodies(
  app: FastifyInstance,
  { rules = [], deepest = 8, isTooLarge = () => false }: BodyGuard = {},
): void {
  app.addHook('onRequest', keeping([...rules, ...bodyRules]))
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: LARGEST_BODY } as const
  app.addContentTypeParser('application/json', options, async (_: FastifyRequest, body: string) => {
    const read = readStrictly(body, deepest)
    if (isTooLarge(body, read)) throw new ProxyError('body_too_large')
    if (typeof read !== 'object' || read === null || Array.isArray(read))
      throw new ProxyError('body_malformed', 'The body must be a JSON object.')
    return read
  })
}

const codeOf = (rules: readonly RequestRule[], request: FastifyRequest): ProxyErrorCode | undefined =>
  rules.find(([isBroken]) => isBroken(request))?.[1]

/** A hook that refuses a request that breaks a rule. */
const keeping =
  (rules: readonly RequestRule[]): onRequestHookHandler =>
  (request, _, next) => {
    const code = codeOf(rules, request)
    if (code) throw new ProxyError(code)
    next()
  }

/** The host names and addresses of a proxy, for mounting it in a server that is not its own. */
export interface Endpoints {
  /** Values of the Host header. */
  readonly hosts: Set<string>
  /** As they were declared, with `:name` for parameters. */
  readonly addresses: Set<string>
}

const endpoints = new WeakMap<FastifyInstance, Endpoints>()

export function endpointsOf(app: FastifyInstance): Endpoints {
  const fresh = { hosts: new Set<string>(), addresses: new Set<string>() }
  return endpoints.get(app) ?? endpoints.set(app, fresh).get(app)!
}

/** Records the methods of each address, to distinguish a wrong method from an unknown address. */
export function knowRoutes(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = []
  const { addresses } = endpointsOf(app)
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = patternOf(url)
    addresses.add(url)
    for (const one of [method].flat()) routes.push({ pattern, method: one })
  })
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

/** Matches the paths of a declared address, whose `*` stands for any rest of it. */
export const patternOf = (address: string): RegExp =>
  new RegExp(
    `^${address
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  )
