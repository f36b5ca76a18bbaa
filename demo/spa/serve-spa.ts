import * as z from 'zod/mini'
import type { FastifyInstance } from 'fastify'
import { explain } from '#contract/explain.ts'
import { integer } from '#contract/fields.ts'
import { coerce } from '#contract/wire/form.ts'
import type { Random } from '#contract/ports.ts'
import type { OrderClaims } from '#proxy/sign-order.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { priceOf } from '../shop/price.ts'
import { spaPage } from './spa-page.ts'

/** What the single page needs of the world around it. */
export interface SpaParts {
  readonly random: Random
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  readonly seen: SeenOrders
}

/** Cents of one cup. */
const CUP = 1250

const Cups = z.strictObject({ cups: integer(2).check(z.minimum(1)) })

/** Serves `/spa`, a page that makes its orders as it goes, and `/spa/order`, where it has them signed. */
export function serveSpa(app: FastifyInstance, parts: SpaParts): void {
  app.get('/spa', (_, reply) =>
    reply.type('text/html').headers(policyFor(parts.addresses())).send(spaPage(parts.addresses())),
  )
  app.get('/spa/order', async ({ query }, reply) => {
    const read = Cups.safeParse(coerce(Cups, query))
    if (!read.success) return reply.code(400).send(explain(read.error, query))
    const orderNumber = `spa-${parts.random.uuid().slice(0, 8)}`
    const amount = read.data.cups * CUP
    parts.seen.see(orderNumber)
    const returnUrl = `${parts.addresses().shop}/spa`
    const ticket = await parts.sign({
      orderNumber,
      amount,
      currency: '978',
      returnUrl,
      clientId: 'spa-client',
      save: 'ask',
    })
    return reply.header('cache-control', 'no-store').send({ orderNumber, ticket, price: priceOf(amount, '978') })
  })
}
