import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Refused, type FaultCode } from '#contract/faults.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'

/** A rule that every request must keep, and the fault of one that does not. */
type Rule = readonly [isBroken: (request: FastifyRequest) => boolean, fault: FaultCode]

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

/** Rules of a well-formed request to this proxy; Node accepts requests that break them. */
const shape: readonly Rule[] = [
  [({ raw }) => raw.httpVersion !== '1.1' && raw.httpVersion !== '1.0', 'request_malformed'],
  [({ raw }) => !raw.url?.startsWith('/') || raw.url.startsWith('//'), 'request_malformed'],
  [({ raw }) => raw.headers.host === undefined, 'request_malformed'],
  [isDoubled, 'request_malformed'],
  [(request) => !isFramedPlainly(request), 'request_malformed'],
  [({ raw }) => !expectations.has(raw.headers.expect?.toLowerCase()), 'request_malformed'],
]

/** With any other expectation, a client may or may not send the body. */
const expectations: ReadonlySet<string | undefined> = new Set([undefined, '100-continue'])

/**
 * A server in front of this proxy may read any other coding, or a coding in HTTP/1.0, as another length (RFC 9112,
 * 6.1).
 */
function isFramedPlainly({ raw: { headers, httpVersion } }: FastifyRequest): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')
}

/** Health checks in the same network use other host names. */
const anyHost: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Refuses, at every address, a request that is malformed or names another host. */
export function guardShape(app: FastifyInstance, publicUrl: string): void {
  const { host, hostname, protocol } = new URL(publicUrl)
  const { hosts } = nameplateOf(app)
  for (const name of [host, `${hostname}:${new URL(publicUrl).port || (protocol === 'https:' ? 443 : 80)}`])
    hosts.add(name)
  // Otherwise Node would answer by itself, without these rules, and go on reading.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  app.addHook('onRequest', (request, reply, next) => {
    const fault = faultOf(shape, request)
    // The next request on the connection may begin elsewhere than the sender meant; Node ignores a `close` in a list.
    if (fault || /\bclose\b/i.test(request.headers.connection ?? '')) void reply.header('connection', 'close')
    if (fault) throw new Refused(fault)
    if (!hosts.has(request.headers.host!.toLowerCase()) && !anyHost.has(request.routeOptions.url ?? ''))
      throw new Refused('request_malformed', 'The Host header does not name this proxy.')
    next()
  })
}

/** Rules that only the card frame's own requests keep. */
const apiRules = (origin: string): readonly Rule[] => [
  [({ headers }) => headers['sec-fetch-site'] !== 'same-origin', 'origin_refused'],
  [({ headers }) => headers.origin !== undefined && headers.origin !== origin, 'origin_refused'],
  [({ params }) => Object.values(Object(params) as Record<string, string>).some(isLong), 'not_found'],
]

/** No path parameter of a frame's request is that long; a merchant's clientId may be. */
const isLong = (param: string): boolean => param.length > 64

/** Rules of every request's body. */
const bodyRules: readonly Rule[] = [
  [({ method, raw }) => method === 'POST' && raw.url!.includes('?'), 'request_malformed'],
  [({ method, headers }) => method === 'POST' && headers['content-type'] !== 'application/json', 'type_refused'],
]

/** Accepts only the frame documents' own calls, in unambiguous JSON. */
export function guardApi(app: FastifyInstance, origin: string): void {
  const rules = apiRules(origin)
  app.addHook('onRequest', keeping(rules))
  guardBodies(app)
}

/** Accepts only unambiguous JSON. */
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

/** A hook that refuses a request that breaks a rule. */
const keeping =
  (rules: readonly Rule[]): onRequestHookHandler =>
  (request, _, next) => {
    const fault = faultOf(rules, request)
    if (fault) throw new Refused(fault)
    next()
  }

/** The host names and addresses of a proxy, for mounting it in a server that is not its own. */
export interface Nameplate {
  /** Values of the Host header. */
  readonly hosts: Set<string>
  /** As they were declared, with `:name` for parameters. */
  readonly addresses: Set<string>
}

const nameplates = new WeakMap<FastifyInstance, Nameplate>()

export function nameplateOf(app: FastifyInstance): Nameplate {
  const fresh = { hosts: new Set<string>(), addresses: new Set<string>() }
  return nameplates.get(app) ?? nameplates.set(app, fresh).get(app)!
}

/** Records the methods of each address, to distinguish a wrong method from an unknown address. */
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

/** Matches the paths of a declared address. */
export const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
