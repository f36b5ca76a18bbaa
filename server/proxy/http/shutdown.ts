import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Whether a proxy has been asked to stop. */
export interface Lifecycle {
  isStopping: boolean
  /** Connections on which nothing has been asked yet; browsers open them ahead of need. */
  readonly unasked: Set<Socket>
}

const lives = new WeakMap<FastifyInstance, Lifecycle>()

/** Begins a life: answers close their connections once it is to end. */
export function live(app: FastifyInstance): Lifecycle {
  const lifecycle: Lifecycle = { isStopping: false, unasked: new Set() }
  lives.set(app, lifecycle)
  app.addHook('onSend', (_, reply, payload, next) => {
    if (lifecycle.isStopping) void reply.header('connection', 'close')
    next(null, payload)
  })
  app.server.on('connection', (socket: Socket) => {
    lifecycle.unasked.add(socket)
    socket.once('close', () => lifecycle.unasked.delete(socket))
  })
  app.server.on('request', ({ socket }) => lifecycle.unasked.delete(socket))
  return lifecycle
}

/**
 * Stops a proxy: it is not ready any more, takes no new connection, finishes what it has begun, and closes. Until
 * `noticed` resolves it goes on taking connections, since whoever sends them may have seen it ready a moment ago.
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
  // Node waits for these as for a request under way, and after close() times none of them out.
  for (const socket of lifecycle.unasked) socket.destroy()
  await closed
}
