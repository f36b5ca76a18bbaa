import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Refused, type FaultCode } from '#contract/faults.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'

/** A rule that every request must keep, and the fault of one that does not. */
type Rule = readonly [isBroken: (request: FastifyRequest) => boolean, fault: FaultCode]

/** Headers that mean something else to each reader when they come twice. */
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'origin',
  'transfer-encoding',
])

/** Whether one of them comes twice; Node makes one header of them, or keeps the first. */
function isDoubled({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** What a well-formed request to this proxy looks like; Node lets all of these through. */
const shape: readonly Rule[] = [
  [({ raw }) => raw.httpVersion !== '1.1' && raw.httpVersion !== '1.0', 'request_malformed'],
  [({ raw }) => !raw.url?.startsWith('/') || raw.url.startsWith('//'), 'request_malformed'],
  [({ raw }) => raw.headers.host === undefined, 'request_malformed'],
  [isDoubled, 'request_malformed'],
  [(request) => !isFramedPlainly(request), 'request_malformed'],
  [({ raw }) => !expectations.has(raw.headers.expect?.toLowerCase()), 'request_malformed'],
]

/** Whoever expects anything else may send the body, or not. */
const expectations: ReadonlySet<string | undefined> = new Set([undefined, '100-continue'])

/** Whoever stands before this proxy may read any other coding, or a coding in HTTP/1.0, as another length (RFC 9112, 6.1). */
function isFramedPlainly({ raw: { headers, httpVersion } }: FastifyRequest): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')
}

/** Checkers in the same network reach the proxy by other names. */
const anyHost: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Refuses, for every address, what is no plain request to this very host. */
export function guardShape(app: FastifyInstance, publicUrl: string): void {
  const { host, hostname, protocol } = new URL(publicUrl)
  const { hosts } = nameplateOf(app)
  for (const name of [host, `${hostname}:${new URL(publicUrl).port || (protocol === 'https:' ? 443 : 80)}`])
    hosts.add(name)
  // Node would answer by itself, past all rules, and go on reading.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  app.addHook('onRequest', (request, reply, next) => {
    const fault = faultOf(shape, request)
    // What follows on the connection may begin elsewhere than the sender meant; Node overlooks a `close` among others.
    if (fault || /\bclose\b/i.test(request.headers.connection ?? '')) void reply.header('connection', 'close')
    if (fault) throw new Refused(fault)
    if (!hosts.has(request.headers.host!.toLowerCase()) && !anyHost.has(request.routeOptions.url ?? ''))
      throw new Refused('request_malformed', 'The Host header does not name this proxy.')
    next()
  })
}

/** What the card frame's own requests look like, and nobody else's. */
const apiRules = (origin: string): readonly Rule[] => [
  [({ headers }) => headers['sec-fetch-site'] !== 'same-origin', 'origin_refused'],
  [({ headers }) => headers.origin !== undefined && headers.origin !== origin, 'origin_refused'],
  [({ params }) => Object.values(Object(params) as Record<string, string>).some(isLong), 'not_found'],
]

/** Nothing that a frame may name in a path is that long; a merchant's client may be. */
const isLong = (param: string): boolean => param.length > 64

/** How a body travels, whoever sends it. */
const bodyRules: readonly Rule[] = [
  [({ method, raw }) => method === 'POST' && raw.url!.includes('?'), 'request_malformed'],
  [({ method, headers }) => method === 'POST' && headers['content-type'] !== 'application/json', 'type_refused'],
]

/** Lets in only the frame documents' own calls, in JSON that has one meaning. */
export function guardApi(app: FastifyInstance, origin: string): void {
  const rules = apiRules(origin)
  app.addHook('onRequest', keeping(rules))
  guardBodies(app)
}

/** Lets in only JSON that has one meaning. */
export function guardBodies(app: FastifyInstance): void {
  app.addHook('onRequest', keeping(bodyRules))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, body: string) => {
    const read = readStrictly(body, DEEPEST)
    if (typeof read !== 'object' || read === null || Array.isArray(read))
      throw new Refused('body_malformed', 'The body must be a JSON object.')
    return read
  })
}

/** No request of the contract nests deeper. */
const DEEPEST = 6

const faultOf = (rules: readonly Rule[], request: FastifyRequest): FaultCode | undefined =>
  rules.find(([isBroken]) => isBroken(request))?.[1]

/** A hook that refuses whatever breaks a rule. */
const keeping =
  (rules: readonly Rule[]): onRequestHookHandler =>
  (request, _, next) => {
    const fault = faultOf(rules, request)
    if (fault) throw new Refused(fault)
    next()
  }

/** What a proxy answers to, for whoever hands it the requests of a server that is not its own. */
export interface Nameplate {
  /** Values of the Host header. */
  readonly hosts: Set<string>
  /** As they were declared, with `:name` for what varies. */
  readonly addresses: Set<string>
}

const nameplates = new WeakMap<FastifyInstance, Nameplate>()

export function nameplateOf(app: FastifyInstance): Nameplate {
  const fresh = { hosts: new Set<string>(), addresses: new Set<string>() }
  return nameplates.get(app) ?? nameplates.set(app, fresh).get(app)!
}

/** Remembers which methods each address answers, to tell a wrong method from an unknown address. */
export function knowRoutes(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = []
  const { addresses } = nameplateOf(app)
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = patternOf(url)
    addresses.add(url)
    for (const one of [method].flat()) routes.push({ pattern, method: one })
  })
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

/** The paths of a declared address. */
export const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
