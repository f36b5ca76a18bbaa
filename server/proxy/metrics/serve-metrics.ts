import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardServer } from '#ports/server-guard.ts'
import type { MetricsSettings } from '../config/metrics-settings.ts'
import { buildKeyCheck } from '../merchant/api-keys.ts'
import { EXPOSITION_TYPE } from './registry.ts'

/** The server of `/metrics`, on a port of its own. */
export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Milliseconds; a scrape is one short request. */
const REQUEST_TIMEOUT = 5000

/**
 * Serves the metrics on a port of their own, since everyone reaches the proxy's port: a wrong rule in a reverse proxy
 * cannot publish them. Rejects where it cannot listen.
 */
export async function serveMetrics(
  { host, port, tokens }: MetricsSettings,
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const check = tokens.length ? buildKeyCheck(tokens) : () => {}
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT, maxHeaderSize: 8192 }, (request, reply) => {
    const { status, head } = refusalOf(request, check)
    if (status !== 200) return void reply.writeHead(status, head).end()
    text().then(
      (body) => reply.writeHead(200, { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' }).end(body),
      () => reply.writeHead(500).end(),
    )
  })
  // Prometheus may use any name where it sends a token, which no page has.
  if (!tokens.length) guardServer(server)
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) }
}

interface Verdict {
  readonly status: number
  readonly head?: Parameters<ServerResponse['writeHead']>[1]
}

function refusalOf({ method, url, headers }: IncomingMessage, check: (authorization?: string) => void): Verdict {
  if (url?.split('?', 1)[0] !== '/metrics') return { status: 404 }
  try {
    check(headers.authorization)
  } catch {
    return { status: 401, head: { 'www-authenticate': 'Bearer' } }
  }
  return method === 'GET' || method === 'HEAD' ? { status: 200 } : { status: 405, head: { allow: 'GET, HEAD' } }
}

async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await ended
}
