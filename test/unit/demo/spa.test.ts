import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { systemRandom } from '#ports/system.ts'
import { seenOrders } from '../../../demo/seen-orders.ts'
import { root } from '../../support/root.ts'
import { serveSpa } from '../../../demo/spa/serve-spa.ts'

const shop = 'https://shop.example'
const addresses = { shop, proxy: 'https://p.example', gateway: 'https://g.example', console: '', wallets: '' }

let open: FastifyInstance | undefined
afterEach(() => open?.close())

/** The single-page shop's server, with a fake signature: the ticket is the claims as JSON. */
function openSpa() {
  const app = (open = fastify())
  const sign = async (claims: OrderClaims): Promise<string> => JSON.stringify(claims)
  serveSpa(app, { random: systemRandom, addresses: () => addresses, seen: seenOrders(), sign })
  return app
}

test('the page has an order at its address from the first, and the same one after a reload', async () => {
  const app = openSpa()
  const { statusCode, headers } = await app.inject('/spa')
  expect([statusCode, headers.location]).toEqual([303, expect.stringMatching(/^\/spa\?cups=2&orderNumber=spa-\w{8}$/)])
  const orderNumber = new URL(headers.location!, shop).searchParams.get('orderNumber')!
  for (const _ of ['first', 'reloaded'])
    expect((await app.inject(headers.location!)).body).toContain(`data-cups="2" data-order-number="${orderNumber}"`)
})

test('the page shows the very lines that run', async () => {
  const { body } = await openSpa().inject('/spa?cups=2&orderNumber=A-17')
  const [, shown = ''] = /<pre id="code"[^>]*>([^]*?)<\/pre>/.exec(body)!
  const lines = readFileSync(join(root, 'demo/browser/spa/checkout.ts'), 'utf8')
  expect(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(
    lines,
  )
  expect(lines).toContain('checkout.order = order.ticket')
})

test('an order comes back to the page that shows it, whatever the gateway adds to the address', async () => {
  const app = openSpa()
  const order = (await app.inject('/spa/order?cups=3&orderNumber=A-17')).json<{ ticket: string; address: string }>()
  const { returnUrl } = JSON.parse(order.ticket) as OrderClaims
  expect([returnUrl, order.address]).toEqual([`${shop}${order.address}`, '/spa?cups=3&orderNumber=A-17'])
  const { body } = await app.inject(`${order.address}&orderId=of-the-gateway&lang=en`)
  expect(body).toContain('data-cups="3" data-order-number="A-17"')
})

test('other cups are another order, and what is no number of cups is an error', async () => {
  const app = openSpa()
  const numbers = await Promise.all(
    [1, 2].map(async () => (await app.inject('/spa/order?cups=4')).json<{ orderNumber: string }>().orderNumber),
  )
  expect(new Set(numbers).size).toBe(2)
  for (const path of ['/spa', '/spa/order']) {
    const { statusCode, body } = await app.inject(`${path}?cups=0`)
    expect([statusCode, body]).toEqual([400, expect.stringContaining('cups')])
  }
})
