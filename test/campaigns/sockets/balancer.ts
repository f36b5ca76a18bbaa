import { connect, createServer, type Socket } from 'node:net'
import { systemClock } from '#ports/system.ts'

/** A load balancer: accepts connections, and forwards each to the next proxy in turn. */
export interface Balancer {
  /** Where it listens: a port for each merchant, so that each has a host of its own. */
  readonly ports: readonly number[]
  /** A proxy that is taken out gets no new connections. */
  takeOut(port: number): void
  putIn(port: number): void
  close(): void
}

/** How often a proxy for a connection is tried, and milliseconds after every second try. */
const MOST = 200
const PAUSE = 100

export async function openBalancer(proxies: readonly number[], merchants: number): Promise<Balancer> {
  const live = new Set(proxies)
  const sockets = new Set<Socket>()
  let count = 0
  const next = (): number | undefined => [...live][(count += 1) % live.size]
  const servers = Array.from({ length: merchants }, () =>
    createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
      keep(sockets, client)
      void handOn(client, next, sockets)
    }),
  )
  for (const server of servers) await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    ports: servers.map((server) => (server.address() as { port: number }).port),
    takeOut: (one) => void live.delete(one),
    putIn: (one) => void live.add(one),
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A proxy that refuses the connection has not received the request, so only one proxy ever receives it. */
async function handOn(client: Socket, next: () => number | undefined, sockets: Set<Socket>): Promise<void> {
  for (let at = 1; at <= MOST && !client.destroyed; at++) {
    const port = next()
    const proxy = port === undefined ? undefined : await reached(port)
    if (proxy) return join(client, keep(sockets, proxy))
    if (at % 2 === 0) await systemClock.sleep(PAUSE)
  }
  client.destroy()
}

const reached = (port: number): Promise<Socket | undefined> =>
  new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.once('error', () => settle(undefined))
    socket.once('connect', () => settle(socket))
  })

function join(client: Socket, proxy: Socket): void {
  const both = [client, proxy] as const
  for (const [one, other] of [both, [proxy, client]] as const) {
    one.on('error', () => other.resetAndDestroy())
    one.pipe(other)
  }
  client.on('close', () => proxy.destroy())
  proxy.on('close', () => client.destroy())
}

function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('close', () => sockets.delete(socket))
  return socket
}
