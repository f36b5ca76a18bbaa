import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address of this machine whose connections lead to a server that can be replaced. */
export interface TcpRelay {
  readonly port: number
  /** Where connections that are made from now on lead to. */
  lead(port: number): void
  /**
   * From now on the connections that exist carry nothing more and stay open, as behind a firewall that forgets them; or
   * only those that are meant, by their number from 0 on.
   */
  silence(isMeant?: (connection: number) => boolean): void
  close(): void
}

export async function openTcpRelay(target: number): Promise<TcpRelay> {
  const pairs: (readonly [Socket, Socket])[] = []
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    pairs.push([near, far])
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    lead: (port) => void (target = port),
    silence(isMeant = () => true) {
      for (const [at, [near, far]] of pairs.entries())
        if (isMeant(at)) for (const socket of [near, far]) socket.unpipe().pause()
    },
    close() {
      server.close()
      for (const sockets of pairs) for (const socket of sockets) socket.destroy()
    },
  }
}
