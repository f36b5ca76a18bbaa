import { createServer, type Server, type ServerOptions } from 'node:http'
import { fastify, type FastifyInstance } from 'fastify'
import type { Random } from '#contract/ports.ts'
import { trustIn } from '../config/client-address.ts'
import type { ProxyConfig } from '../config/config.ts'
import { BODY_LIMIT } from './body-limits.ts'
import { refusalFrom, refuseSocket, sendRefusal } from './refusals.ts'
import { TRACE_HEADER } from './trace.ts'

/** Limits of every request; Node's own are off or looser. */
const HEADER_LIMIT = 8 * 1024
/** Milliseconds; a slow client has ten seconds in all, with the last check and the closing of its connection. */
const REQUEST_TIMEOUT = 9500
const CHECK_INTERVAL = 250

const nodeOptions = {
  connectionsCheckingInterval: CHECK_INTERVAL,
  headersTimeout: REQUEST_TIMEOUT,
  maxHeaderSize: HEADER_LIMIT,
  requireHostHeader: false,
} satisfies ServerOptions

/** A bare server with the same limits, in front of several apps. */
export function buildFront(keepAliveMs: number, headers: Readonly<Record<string, string>>): Server {
  const server = createServer({ ...nodeOptions, requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: keepAliveMs })
  server.timeout = REQUEST_TIMEOUT
  return server.on('clientError', refuseSocket(headers))
}

/** A server with these limits, which answers in its own words what it cannot read. */
export const buildServer = (
  { trustProxy, keepAliveMs }: Pick<ProxyConfig, 'trustProxy' | 'keepAliveMs'>,
  headers: Readonly<Record<string, string>>,
  random: Random,
): FastifyInstance =>
  fastify({
    genReqId: () => random.uuid(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    connectionTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: keepAliveMs,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    trustProxy: trustProxy.length > 0 && trustIn(trustProxy),
    routerOptions: { maxParamLength: 510 },
    http: nodeOptions,
    clientErrorHandler: refuseSocket(headers),
    frameworkErrors: (error, { id }, reply) =>
      void sendRefusal(reply.headers({ ...headers, [TRACE_HEADER]: id }), refusalFrom(error)),
  })
