import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import express from 'express'
import { MerchantError, merchantClient, signOrder } from 'tender-checkout/merchant'

const { PORT = 3000, SHOP_URL = `http://localhost:${PORT}`, PAGES = 'dist' } = process.env
const { TENDER_PUBLIC_URL: proxy, TENDER_TICKET_SECRET, TENDER_API_KEY } = process.env
const merchant = merchantClient({ base: proxy, apiKey: TENDER_API_KEY })

const catalogue = { tea: { title: 'A tin of tea', amount: 4990 } }
/** A database in a shop that is one: the item of each order, by its number. */
const orders = new Map()

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
app.use(express.static(PAGES))

app.post('/api/orders', express.json(), (request, response) => {
  const item = request.body?.item
  if (!Object.hasOwn(catalogue, item)) return response.sendStatus(400)
  const orderNumber = randomUUID().replaceAll('-', '') // nobody can guess another shopper's order
  orders.set(orderNumber, item)
  response.json({ orderNumber })
})

app.get('/api/orders/:orderNumber', async (request, response) => {
  const { orderNumber } = request.params
  if (!orders.has(orderNumber)) return response.sendStatus(404)
  const { title, amount } = catalogue[orders.get(orderNumber)]
  const order = { orderNumber, amount, currency: '978', returnUrl: `${SHOP_URL}/orders/${orderNumber}` }
  const ticket = await signOrder(order, TENDER_TICKET_SECRET)
  response.set('cache-control', 'no-store').json({ title, state: await stateOf(orderNumber), ticket, proxy })
})

app.get('/orders/:orderNumber', (_, response) => response.sendFile(join(import.meta.dirname, PAGES, 'index.html')))

app.listen(PORT, 'localhost', () => console.log(`The shop is at ${SHOP_URL}`))
