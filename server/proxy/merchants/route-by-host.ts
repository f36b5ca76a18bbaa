import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { commonHeaders } from '../http/headers.ts'
import { fairTurns, type NextTurn } from './fair-turns.ts'

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
export function routeByHost(find: FindByHost, nextTurn: NextTurn): RequestListener {
  const inTurn = fairTurns<Handler>(nextTurn)
  return (request, response) => {
    const merchant = find((request.headers.host ?? '').toLowerCase())
    if (!merchant) return refuse(response, 421)
    const begin = (): void => {
      if (!request.socket.destroyed) merchant.handle(request, response)
    }
    if (!inTurn(merchant, begin)) refuse(response, 503)
  }
}

const headers = { ...commonHeaders(''), 'content-length': '0', connection: 'close' }

/** An answer without a word; the rest of the request is not read. */
export const refuse = (response: ServerResponse, status: 421 | 503): void =>
  void response.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': '1' }) }).end()
