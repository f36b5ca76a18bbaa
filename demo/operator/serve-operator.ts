import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Cards, Order } from '#contract/merchant.ts'
import type { Random } from '#contract/ports.ts'
import { fromForm } from '#contract/wire/form.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-client.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { claimsOf, isNumbered, queryOf, readWish, type Numbered } from '../shop/order.ts'
import { complaintPage } from '../shop/page.ts'
import { done, type Sent } from './deeds.ts'
import { loginWith } from './login.ts'
import { operatorPage } from './operator-page.ts'

/** What the operator's page needs of the world around it. */
export interface OperatorParts {
  readonly random: Random
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  readonly merchant: MerchantClient
  /** Opens the page. */
  readonly password: string
  readonly seen: SeenOrders
}

/** Serves `/operator`: mail and telephone orders, charges without the shopper, and what becomes of the latest orders. */
export function serveOperator(app: FastifyInstance, parts: OperatorParts): void {
  app.register(async (office) => {
    office.addHook(
      'onRequest',
      loginWith(parts.password, () => parts.addresses().shop),
    )
    office.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => fromForm(new URLSearchParams(body)),
    )
    office.get('/operator', ({ url }, reply) => show(parts, new URL(url, 'http://shop').searchParams, reply))
    office.post<{ Params: { deed: string }; Body: Sent }>('/operator/:deed', async ({ params, body }, reply) => {
      const { query = '', ...sent } = body
      if (sent['orderNumber']) parts.seen.see(sent['orderNumber'])
      const back = new URLSearchParams(query)
      back.set('notice', await done(parts.merchant, params.deed, sent))
      return reply.redirect(`/operator?${back.toString()}`, 303)
    })
  })
}

async function show(parts: OperatorParts, search: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const notice = search.get('notice')
  search.delete('notice')
  const wish = readWish(search)
  if ('rule' in wish) return reply.code(400).type('text/html').send(complaintPage(wish.field, wish.rule))
  const newNumber = (of: string): string => `${of}-${parts.random.uuid().slice(0, 8)}`
  if (!isNumbered(wish)) return reply.redirect(`/operator?${queryOf({ ...wish, orderNumber: newNumber('moto') })}`, 303)
  const orders = await ordersOf(parts)
  const cards = await cardsOf(parts, wish)
  parts.seen.see(wish.orderNumber)
  const query = queryOf(wish)
  const { proxy, shop } = parts.addresses()
  const ticket = await parts.sign({ ...claimsOf(wish, `${shop}/operator?${query}`), channel: 'moto' })
  return reply
    .type('text/html')
    .headers(policyFor(parts.addresses()))
    .send(
      operatorPage({
        wish,
        ticket,
        proxy,
        orders,
        cards,
        query,
        nextNumber: newNumber('mit'),
        ...(notice !== null && { notice }),
      }),
    )
}

/** What the gateway has of the orders that were shown; those that nobody began to pay it does not know. */
async function ordersOf({ merchant, seen }: OperatorParts): Promise<readonly Order[]> {
  const read = await Promise.allSettled(seen.latest().map((orderNumber) => merchant.order({ orderNumber })))
  return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const cardsOf = async ({ merchant }: OperatorParts, { clientId }: Numbered): Promise<Cards['cards']> =>
  clientId ? (await merchant.cards({ clientId })).cards : []
