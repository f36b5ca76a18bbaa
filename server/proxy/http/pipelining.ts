import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The last request of a connection, and its answer; `isAlone` says that no earlier one waits for its own. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly isAlone: boolean
}

const last = new WeakMap<Socket, Exchange>()

/** Connections whose refusal is written, or waits for its turn: each further piece on them is an error too, and counted. */
const refused = new WeakMap<Socket, number>()

/** Pieces that may still be on their way when a connection is refused. */
const MOST_AFTER = 6

/**
 * Remembers what was asked on each connection, for {@link inTurn}, and cuts those on which nothing moves though nothing
 * is waited for but the client. A request that has not come whole is cut by the server's own limit.
 */
export function rememberExchanges(app: FastifyInstance): void {
  app.server.on('timeout', (socket) => {
    const { request, response } = last.get(socket) ?? {}
    const isAwaited = request?.complete ? !response!.writableEnded : !refused.has(socket)
    if (!isAwaited) socket.destroy()
  })
  app.server.on('request', (request, response) => {
    const before = last.get(request.socket)?.response
    last.set(request.socket, { request, response, isAlone: before?.writableFinished ?? true })
  })
}

/**
 * Says once why a connection ends, when its turn has come: that must neither stand in for the answer of a request that
 * came whole before it, nor follow an answer as if a second request had been made.
 */
export function afterRefusal(socket: Socket, write: () => void): void {
  const after = refused.get(socket)
  refused.set(socket, (after ?? 0) + 1)
  if (after !== undefined) return hangUpOnDeaf(socket, after)
  const { request, response, isAlone } = last.get(socket) ?? {}
  if (!request || !response) write()
  else if (!request.complete && (response.headersSent || !isAlone)) socket.destroy()
  else if (!request.complete || response.writableEnded) write()
  else response.once('finish', write)
}

/** Whoever goes on sending, and does not read or does not hang up in turn, would stay for ever. */
function hangUpOnDeaf(socket: Socket, after: number): void {
  if (socket.writableLength > 0 || after >= MOST_AFTER) socket.destroy()
}
