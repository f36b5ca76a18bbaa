import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A forward proxy of a network, which opens tunnels by CONNECT until the end of the test. */
export async function openConnectProxy({ status = 200, to }: { readonly status?: number; readonly to?: number } = {}) {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer()
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    asked.push(request)
    socket.on('error', () => {})
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    // Every name leads to this machine, as a test has no others.
    const there = connect(to ?? Number(request.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      there.write(head)
      there.pipe(socket).pipe(there)
    }).on('error', () => socket.destroy())
    sockets.add(there)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
