import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { MerchantError, merchantClient, signOrder } from 'tender-checkout/merchant'

const { PORT = 3000, SHOP_URL = `http://localhost:${PORT}` } = process.env
const { TENDER_PUBLIC_URL: proxy, TENDER_TICKET_SECRET, TENDER_API_KEY } = process.env
const merchant = merchantClient({ base: proxy, apiKey: TENDER_API_KEY })

const AMOUNT = 4990 // what a tin of tea costs, in cents
/** A database in a shop that is one. */
const orders = new Set()

/** A page of this folder, with its {{names}} replaced. None of the values has a character that HTML reserves. */
const page = (file, values = {}) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => values[name])

/** What has become of an order. The gateway does not know it before the checkout has been shown. */
async function stateOf(orderNumber) {
  try {
    return (await merchant.order({ orderNumber })).state
  } catch (error) {
    if (error instanceof MerchantError && error.code === 'order_unknown') return 'open'
    throw error
  }
}

async function orderPage(orderNumber) {
  if ((await stateOf(orderNumber)) === 'paid') return page('paid.html')
  const order = { orderNumber, amount: AMOUNT, currency: '978', returnUrl: `${SHOP_URL}/orders/${orderNumber}` }
  return page('order.html', { proxy, ticket: await signOrder(order, TENDER_TICKET_SECRET) })
}

const policy = [
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:",
  `script-src 'self' ${proxy}; frame-src ${proxy}; require-trusted-types-for 'script'; trusted-types lit-html`,
].join('; ')

async function answer({ method, url }, response) {
  const send = (type, text) =>
    response
      .writeHead(200, { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-store' })
      .end(text)
  const { pathname } = new URL(url, SHOP_URL) // the bank's page adds parameters to the return address
  const [, orderNumber] = /^\/orders\/(\w+)$/.exec(pathname) ?? []
  if (pathname === '/') return send('text/html', page('index.html'))
  if (pathname === '/shop.js') return send('text/javascript', page('shop.js'))
  if (orders.has(orderNumber)) return send('text/html', await orderPage(orderNumber))
  if (method !== 'POST' || pathname !== '/orders') return response.writeHead(404).end()
  const created = randomUUID().replaceAll('-', '') // nobody can guess another shopper's order
  orders.add(created)
  response.writeHead(303, { location: `/orders/${created}` }).end()
}

const server = createServer((request, response) =>
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  }),
)
server.listen(PORT, 'localhost', () => console.log(`The shop is at ${SHOP_URL}`))
