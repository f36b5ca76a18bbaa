import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Whether a proxy has been asked to stop. */
export interface Life {
  isStopping: boolean
  /** Connections on which nothing has been asked yet; browsers open them ahead of need. */
  readonly unasked: Set<Socket>
}

const lives = new WeakMap<FastifyInstance, Life>()

/** Begins a life: answers close their connections once it is to end. */
export function live(app: FastifyInstance): Life {
  const life: Life = { isStopping: false, unasked: new Set() }
  lives.set(app, life)
  app.addHook('onSend', (_, reply, payload, next) => {
    if (life.isStopping) void reply.header('connection', 'close')
    next(null, payload)
  })
  app.server.on('connection', (socket: Socket) => {
    life.unasked.add(socket)
    socket.once('close', () => life.unasked.delete(socket))
  })
  app.server.on('request', ({ socket }) => life.unasked.delete(socket))
  return life
}

/**
 * Stops a proxy: it is not ready any more, takes no new connection, finishes what it has begun, and closes. Until
 * `noticed` resolves it goes on taking connections, since whoever sends them may have seen it ready a moment ago.
 */
export async function stop(app: FastifyInstance, noticed?: () => Promise<void>): Promise<void> {
  const life = lives.get(app)
  if (!life) return app.close()
  life.isStopping = true
  if (noticed) await noticed()
  const closed = app.close()
  // Node waits for these as for a request under way, and after close() times none of them out.
  for (const socket of life.unasked) socket.destroy()
  await closed
}
