import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The last request of a connection, and its answer; `isAlone` means that no earlier request is still being answered.
 */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly isAlone: boolean
}

const lastOf = new WeakMap<Socket, Exchange>()

/**
 * Connections whose refusal is written, or waits for its turn, with the number of errors: each further chunk is one
 * too.
 */
const refused = new WeakMap<Socket, number>()

/** Chunks that may still arrive after a connection is refused. */
const MOST_AFTER = 6

/**
 * Remembers the last request of each connection for {@link afterRefusal}, and closes idle connections that wait for
 * nothing but the client. A request that has not arrived completely is ended by the server's own limit.
 */
export function rememberExchanges(server: Server): void {
  server.on('timeout', (socket) => {
    if (!isAwaited(socket)) socket.destroy()
  })
  server.on('request', (request, response) => {
    const isAlone = lastOf.get(request.socket)?.response.writableFinished ?? true
    lastOf.set(request.socket, { request, response, isAlone })
  })
}

/** Whether something else than the client is waited for. */
function isAwaited(socket: Socket): boolean {
  const last = lastOf.get(socket)
  return last?.request.complete ? !last.response.writableEnded : !refused.has(socket)
}

/**
 * Writes once why a connection ends, in its turn: the refusal must neither replace the answer to an earlier complete
 * request, nor follow an answer as if a second request had been made.
 */
export function afterRefusal(socket: Socket, write: () => void): void {
  const after = refused.get(socket)
  refused.set(socket, (after ?? 0) + 1)
  if (after !== undefined) return closeUnread(socket, after)
  const last = lastOf.get(socket)
  if (!last) return write()
  const { request, response, isAlone } = last
  if (!request.complete && (response.headersSent || !isAlone)) socket.destroy()
  else if (!request.complete || response.writableEnded) write()
  else response.once('finish', write)
}

/** Closes a connection whose client keeps sending without reading or closing; it would stay open for ever. */
function closeUnread(socket: Socket, after: number): void {
  if (socket.writableLength > 0 || after >= MOST_AFTER) socket.destroy()
}
