import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { faults, Refused } from '#contract/faults.ts'
import { endpointsOf, patternOf } from '#proxy/http/request-guard.ts'

/** A request listener for `node:http`; frameworks such as Express pass `next` for requests that are not the proxy's. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * A proxy as the listener of an existing server: `createServer(await requestListener(proxy))`, or as middleware at the
 * root, before any body parser: `app.use(await requestListener(proxy))`. With a `next` it answers its own addresses
 * under its own host name, and passes on all others; without, it answers everything.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { buildProxy, requestListener, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openServer(config: ProxyConfig, options: ProxyOptions) {
 *   const listener = await requestListener(await buildProxy(config, options))
 *   return createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8192 }, listener)
 * }
 * ```
 */
export async function requestListener(proxy: FastifyInstance): Promise<RequestListener> {
  await proxy.ready()
  const isForProxy = recogniser(proxy)
  return (request, response, next) => {
    if (next && !isForProxy(request)) return next()
    const trouble = troubles.find(([isThere]) => isThere(request))
    if (trouble) return refuse(response, new Refused('internal', trouble[1]))
    // Headers that earlier middleware has set could block the frames, or reveal the server's software.
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    proxy.routing(request, response)
  }
}

function recogniser(proxy: FastifyInstance): (request: IncomingMessage) => boolean {
  const { hosts, addresses } = endpointsOf(proxy)
  const patterns = [...addresses].map(patternOf)
  return ({ headers, url = '' }) => {
    const path = url.split('?')[0]!
    return hosts.has(headers.host?.toLowerCase() ?? '') && patterns.some((pattern) => pattern.test(path))
  }
}

/** Mounting mistakes that would otherwise result in a request that never ends, or frames that never load. */
const troubles: readonly (readonly [isThere: (request: IncomingMessage) => boolean, sentence: string])[] = [
  [
    ({ readableDidRead }) => readableDidRead,
    'The body was read before the proxy saw it: mount the proxy in front of body parsers such as express.json().',
  ],
  [
    (request) => !!(request as { baseUrl?: string }).baseUrl,
    'The proxy is mounted under a prefix, which the addresses of its frames cannot have: mount it at the root.',
  ],
]

function refuse(response: ServerResponse, { code, answer }: Refused): void {
  const body = JSON.stringify(answer)
  response.writeHead(faults[code].status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(body)
}
