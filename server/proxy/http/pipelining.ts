import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The last request of a connection, and its answer; `isAlone` means that no earlier request is still being answered.
 */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly isAlone: boolean
}

/** A property, since every small garbage collection visits a map of sockets, and this one changes with each request. */
const LAST = Symbol('last exchange')
type Used = Socket & { [LAST]?: Exchange }

const lastOf = (socket: Socket): Exchange | undefined => (socket as Used)[LAST]

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
export function rememberExchanges(app: FastifyInstance): void {
  app.server.on('timeout', (socket) => {
    const { request, response } = lastOf(socket) ?? {}
    const isAwaited = request?.complete ? !response!.writableEnded : !refused.has(socket)
    if (!isAwaited) socket.destroy()
  })
  app.server.on('request', (request, response) => {
    const { socket }: { socket: Used } = request
    socket[LAST] = { request, response, isAlone: socket[LAST]?.response.writableFinished ?? true }
  })
}

/**
 * Writes once why a connection ends, in its turn: the refusal must neither replace the answer to an earlier complete
 * request, nor follow an answer as if a second request had been made.
 */
export function afterRefusal(socket: Socket, write: () => void): void {
  const after = refused.get(socket)
  refused.set(socket, (after ?? 0) + 1)
  if (after !== undefined) return hangUpOnDeaf(socket, after)
  const { request, response, isAlone } = lastOf(socket) ?? {}
  if (!request || !response) write()
  else if (!request.complete && (response.headersSent || !isAlone)) socket.destroy()
  else if (!request.complete || response.writableEnded) write()
  else response.once('finish', write)
}

/** Closes a connection whose client keeps sending without reading or closing; it would stay open for ever. */
function hangUpOnDeaf(socket: Socket, after: number): void {
  if (socket.writableLength > 0 || after >= MOST_AFTER) socket.destroy()
}
