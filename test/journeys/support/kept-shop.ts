import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { secrets } from '../../../demo/stack.ts'
import { signOrder } from '../../../server/index.ts'

/** A shop whose page a browser may keep in its back/forward cache, with the order that the address names. */
export interface KeptShop {
  readonly address: string
  /** The proxy's address, which is known once it allows the shop. */
  proxy: string
  close(): void
}

/** Starts such a shop: no header forbids storing its page. */
export async function openKeptShop(): Promise<KeptShop> {
  const server = createServer(async ({ url }, response) => {
    // The shopper comes back with a query.
    const { pathname } = new URL(url!, shop.address)
    const returnUrl = shop.address + pathname
    const claims = { orderNumber: pathname.slice(1), amount: 4990, currency: '978', returnUrl }
    const order = await signOrder(claims, secrets.ticketSecret)
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><html lang="en"><title>Shop</title><script src="${shop.proxy}/v1/checkout.js"></script>
       <tender-checkout order="${order}" src="${shop.proxy}"></tender-checkout>`,
    )
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const shop: KeptShop = {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    proxy: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return shop
}
