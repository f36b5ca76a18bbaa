import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardServer } from '#ports/server-guard.ts'

/** Opens a server of `node:http` on this machine, on a free port where it is 0; resolves with it and its port. */
export const listening = (listener: RequestListener, port: number, host: string): Promise<readonly [Server, number]> =>
  new Promise((resolve, reject) => {
    const server = guardServer(createServer({ maxHeaderSize: 16_384 }, listener))
    server.once('error', reject)
    server.listen(port, host, () => resolve([server, (server.address() as AddressInfo).port]))
  })

/** Closes a server, with the connections that browsers keep. */
export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** A page of a shop with nothing but the checkout; the order is in its address. */
export const shopPage =
  (proxy: () => string): RequestListener =>
  (request, response) => {
    const order = new URL(request.url ?? '/', 'http://localhost').searchParams.get('order') ?? ''
    if (!/^[\w.-]*$/.test(order)) return void response.writeHead(400).end()
    response.setHeader('content-type', 'text/html; charset=utf-8').end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
<link rel="icon" href="data:,"><script async crossorigin src="${proxy()}/v1/checkout.js"></script>
<tender-checkout order="${order}" src="${proxy()}"></tender-checkout>
`,
    )
  }
