import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Cards, Order } from '#server-contract/merchant/merchant.ts'
import type { Random } from '#contract/ports.ts'
import { fromForm } from '#contract/wire/form.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { claimsOf, isNumbered, queryOf, readWanted, type Numbered } from '../shop/order.ts'
import { problemPage } from '../shop/page.ts'
import { perform, type Sent } from './actions.ts'
import { loginWith } from './login.ts'
import { operatorPage } from './operator-page.ts'

export interface OperatorOptions {
  readonly random: Random
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  readonly merchant: MerchantClient
  /** The password of the page. */
  readonly password: string
  readonly seen: SeenOrders
}

/** Serves `/operator`: mail and telephone orders, charges without the shopper, and actions on the latest orders. */
export function serveOperator(app: FastifyInstance, options: OperatorOptions): void {
  app.register(async (office) => {
    office.addHook(
      'onRequest',
      loginWith(options.password, () => options.addresses().shop),
    )
    office.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => fromForm(new URLSearchParams(body)),
    )
    office.get('/operator', ({ url }, reply) => show(options, new URL(url, 'http://shop').searchParams, reply))
    office.post<{ Params: { action: string }; Body: Sent }>('/operator/:action', async ({ params, body }, reply) => {
      const { query = '', ...sent } = body
      if (sent['orderNumber']) options.seen.see(sent['orderNumber'])
      const back = new URLSearchParams(query)
      back.set('notice', await perform(options.merchant, params.action, sent))
      return reply.redirect(`/operator?${back.toString()}`, 303)
    })
  })
}

async function show(options: OperatorOptions, search: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const notice = search.get('notice')
  search.delete('notice')
  const preset = readWanted(search)
  if ('rule' in preset) return reply.code(400).type('text/html').send(problemPage(preset.field, preset.rule))
  const newNumber = (of: string): string => `${of}-${options.random.uuid().slice(0, 8)}`
  if (!isNumbered(preset))
    return reply.redirect(`/operator?${queryOf({ ...preset, orderNumber: newNumber('moto') })}`, 303)
  const orders = await ordersOf(options)
  const cards = await cardsOf(options, preset)
  options.seen.see(preset.orderNumber)
  const query = queryOf(preset)
  const { proxy, shop, console } = options.addresses()
  const ticket = await options.sign({ ...claimsOf(preset, `${shop}/operator?${query}`), channel: 'moto' })
  return reply
    .type('text/html')
    .headers(policyFor(options.addresses()))
    .send(
      operatorPage({
        preset,
        ticket,
        proxy,
        console,
        orders,
        cards,
        query,
        nextNumber: newNumber('mit'),
        ...(notice !== null && { notice }),
      }),
    )
}

/** Reads the shown orders from the gateway, which does not know those that no one has begun to pay. */
async function ordersOf({ merchant, seen }: OperatorOptions): Promise<readonly Order[]> {
  const read = await Promise.allSettled(seen.latest().map((orderNumber) => merchant.order({ orderNumber })))
  return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const cardsOf = async ({ merchant }: OperatorOptions, { clientId }: Numbered): Promise<Cards['cards']> =>
  clientId ? (await merchant.cards({ clientId })).cards : []
