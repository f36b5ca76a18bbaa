import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerToMistake, type WholeAnswer } from './mounting-mistakes.ts'
import { recogniser } from './recogniser.ts'

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
    if (next && !isForProxy(request.headers.host, request.url)) return next()
    const mistake = answerToMistake({
      isBodyRead: request.readableDidRead,
      hasPrefix: !!(request as { baseUrl?: string }).baseUrl,
    })
    if (mistake) return write(response, mistake)
    // Headers that earlier middleware has set could block the frames, or reveal the server's software. Koa has set 404.
    response.statusCode = 200
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    proxy.routing(request, response)
  }
}

function write(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  response.end(body)
}
