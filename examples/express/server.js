import { randomUUID } from 'node:crypto'
import express from 'express'
import { MerchantError, merchantClient, signOrder, verifyWebhook } from 'tender-checkout/merchant'

const { PORT = 3000, SHOP_URL = `http://localhost:${PORT}` } = process.env
const { TENDER_PUBLIC_URL: proxy, TENDER_TICKET_SECRET, TENDER_API_KEY, TENDER_WEBHOOK_SECRET } = process.env
const merchant = merchantClient({ base: proxy, apiKey: TENDER_API_KEY })

const catalogue = { tea: { title: 'A tin of tea', amount: 4990 } }
/** A database in a shop that is one: the item of each order, by its number. */
const orders = new Map()
const sent = new Set()

const page = (title, body) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>${title}</title>
  <link rel="stylesheet" href="/shop.css" />
  <h1>${title}</h1>
  ${body}
</html>`

const policy = [
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:; style-src 'self'",
  `script-src 'self' ${proxy}; frame-src ${proxy}; require-trusted-types-for 'script'; trusted-types lit-html`,
].join('; ')

/** What has become of an order. The gateway does not know it before the checkout has been shown. */
async function stateOf(orderNumber) {
  try {
    return (await merchant.order({ orderNumber })).state
  } catch (error) {
    if (error instanceof MerchantError && error.code === 'order_unknown') return 'open'
    throw error
  }
}

const app = express()
app.use(express.static('public'))
app.use((_, response, next) => {
  response.set({ 'content-security-policy': policy, 'cache-control': 'no-store' })
  next()
})

app.get('/', (_, response) => {
  const { title, amount } = catalogue.tea
  const form = '<form method="post" action="/orders"><button name="item" value="tea">Buy</button></form>'
  response.send(page(title, `<p>${(amount / 100).toFixed(2)} EUR</p>${form}`))
})

app.post('/orders', express.urlencoded(), (request, response) => {
  const item = request.body?.item
  if (!Object.hasOwn(catalogue, item)) return response.sendStatus(400)
  const orderNumber = randomUUID().replaceAll('-', '') // nobody can guess another shopper's order
  orders.set(orderNumber, item)
  response.redirect(303, `/orders/${orderNumber}`)
})

app.get('/orders/:orderNumber', async (request, response) => {
  const { orderNumber } = request.params
  if (!orders.has(orderNumber)) return response.sendStatus(404)
  if ((await stateOf(orderNumber)) === 'paid')
    return response.send(page('Paid', '<p>Thank you. Your tea is coming.</p>'))
  const { amount } = catalogue[orders.get(orderNumber)]
  const returnUrl = `${SHOP_URL}/orders/${orderNumber}`
  const ticket = await signOrder({ orderNumber, amount, currency: '978', returnUrl }, TENDER_TICKET_SECRET)
  const scripts = `<script src="/shop.js"></script><script async crossorigin src="${proxy}/v1/checkout.js"></script>`
  response.send(page('Your order', `${scripts}<tender-checkout order="${ticket}" src="${proxy}"></tender-checkout>`))
})

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  let event
  try {
    event = verifyWebhook(request.body, request.headers, TENDER_WEBHOOK_SECRET)
  } catch {
    return response.sendStatus(400)
  }
  if (event.type === 'order.paid') send(event.data)
  response.sendStatus(204)
})

/** Sends the goods of an order that is paid in full. A webhook may arrive more than once. */
function send({ orderNumber, current }) {
  const item = catalogue[orders.get(orderNumber)]
  if (current.amount !== item?.amount || sent.has(orderNumber)) return
  sent.add(orderNumber)
  console.log(`Sending ${item.title} of order ${orderNumber}`)
}

app.listen(PORT, 'localhost', () => console.log(`The shop is at ${SHOP_URL}`))
