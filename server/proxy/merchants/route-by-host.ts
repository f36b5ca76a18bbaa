import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { commonHeaders } from '../http/headers.ts'
import { fairTurns, type EventLoop } from './fair-turns.ts'

/** Answers requests of one merchant. */
export interface Handler {
  handle(request: IncomingMessage, response: ServerResponse): void
}

/** Whoever serves a host; `undefined` where nobody does. */
export type FindByHost = (host: string) => Handler | undefined

/**
 * Answers each request by the merchant whose host it names. Any other is misdirected (RFC 9110, 15.5.20), at each address
 * alike, so that nothing tells who else is here.
 */
export function routeByHost(find: FindByHost, loop: EventLoop): RequestListener {
  const inTurn = fairTurns<Handler>(loop)
  return (request, response) => {
    const host = (request.headers.host ?? '').toLowerCase()
    const merchant = find(host)
    if (!merchant) return refuse(response, 421)
    const begin = (): void => {
      if (request.socket.destroyed) return
      // It may have been replaced or removed while the request waited.
      const now = find(host)
      return now ? now.handle(request, response) : refuse(response, 421)
    }
    if (!inTurn(merchant, begin)) refuse(response, 503)
  }
}

const headers = { ...commonHeaders(''), 'content-length': '0', connection: 'close' }

/** An answer without a word; the rest of the request is not read. */
export const refuse = (response: ServerResponse, status: 421 | 503): void =>
  void response.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': '1' }) }).end()
