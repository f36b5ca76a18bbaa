import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Whether a proxy is stopping, and its unused connections. */
export interface Lifecycle {
  isStopping: boolean
  /** Connections without a request yet; browsers open them in advance. */
  readonly unasked: Set<Socket>
}

const lives = new WeakMap<FastifyInstance, Lifecycle>()

/** Starts the lifecycle: once the proxy is stopping, answers close their connections. */
export function startLifecycle(app: FastifyInstance): Lifecycle {
  const lifecycle: Lifecycle = { isStopping: false, unasked: unaskedOf(app.server) }
  lives.set(app, lifecycle)
  app.addHook('onSend', (_, reply, payload, next) => {
    if (lifecycle.isStopping) void reply.header('connection', 'close')
    next(null, payload)
  })
  return lifecycle
}

/** The connections of a server that have sent no request yet. */
export function unaskedOf(server: Server): Set<Socket> {
  const unasked = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  server.on('request', ({ socket }) => unasked.delete(socket))
  return unasked
}

/**
 * Stops a proxy: it reports that it is not ready, accepts no new connections, finishes what it has begun, and closes.
 * Until `noticed` resolves it still accepts connections, since a load balancer may have seen it ready a moment ago.
 *
 * @example
 * ```ts
 * import type { FastifyInstance } from 'fastify'
 * import { stop, systemClock } from 'tender-checkout/server'
 *
 * export function stopInOrder(proxy: FastifyInstance): void {
 *   // For a second more, connections arrive that a load balancer has sent before it knew.
 *   process.once('SIGTERM', () => void stop(proxy, () => systemClock.sleep(1000)))
 * }
 * ```
 */
export async function stop(app: FastifyInstance, noticed?: () => Promise<void>): Promise<void> {
  const lifecycle = lives.get(app)
  if (!lifecycle) return app.close()
  lifecycle.isStopping = true
  if (noticed) await noticed()
  const closed = app.close()
  // Node waits for these as for a request in progress, and after close() times none of them out.
  for (const socket of lifecycle.unasked) socket.destroy()
  await closed
}
