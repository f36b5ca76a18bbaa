import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Problem } from '#server-contract/explain.ts'
import type { Random } from '#contract/ports.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import { readQuery } from '../query.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { problemPage } from '../shop/page.ts'
import { priceOf } from '../shop/price.ts'
import { cartAddress, Cart, type Numbered } from './cart.ts'
import { spaPage } from './spa-page.ts'

export interface SpaOptions {
  readonly random: Random
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  readonly seen: SeenOrders
}

/** Price of one cup, in cents. */
const CUP = 1250

/** The module that shows the checkout, as the page shows it to whoever wants to do the same. */
const code = readFileSync(join(import.meta.dirname, '../browser/spa/checkout.ts'), 'utf8')

/** Serves `/spa`, a page that changes its order in place, and `/spa/order`, which signs each order. */
export function serveSpa(app: FastifyInstance, options: SpaOptions): void {
  const numbered = ({ cups, orderNumber = `spa-${options.random.uuid().slice(0, 8)}` }: Cart): Numbered => ({
    cups,
    orderNumber,
  })
  app.get('/spa', ({ url }, reply) => {
    const cart = read(url)
    if ('rule' in cart) return reply.code(400).type('text/html').send(problemPage(cart.field, cart.rule))
    // A reload, or a return from the bank, must show the same order.
    if (cart.orderNumber === undefined) return reply.redirect(cartAddress(numbered(cart)), 303)
    const addresses = options.addresses()
    return reply
      .type('text/html')
      .headers(policyFor(addresses))
      .send(spaPage({ ...addresses, ...numbered(cart), code }))
  })
  app.get('/spa/order', async ({ url }, reply) => {
    const cart = read(url)
    if ('rule' in cart) return reply.code(400).send(cart)
    return reply.header('cache-control', 'no-store').send(await signed(options, numbered(cart)))
  })
}

const read = (url: string): Cart | Problem => readQuery(Cart, new URL(url, 'http://shop').searchParams)

/** An order as the page shows it, and its ticket. */
async function signed({ addresses, seen, sign }: SpaOptions, cart: Numbered): Promise<object> {
  const { cups, orderNumber } = cart
  const [amount, address] = [cups * CUP, cartAddress(cart)]
  seen.see(orderNumber)
  const ticket = await sign({
    orderNumber,
    amount,
    currency: '978',
    returnUrl: `${addresses().shop}${address}`,
    clientId: 'spa-client',
    save: 'ask',
  })
  return { orderNumber, ticket, price: priceOf(amount, '978'), address }
}
