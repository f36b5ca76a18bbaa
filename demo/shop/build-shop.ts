import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import type { TryState } from '#contract/merchant.ts'
import type { Random } from '#contract/ports.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-client.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { locales } from '#texts/locales.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import { serveAssets, serveStyle } from '../serve-assets.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { claimsOf, isNumbered, queryOf, readWish, sumOf, type Wish } from './order.ts'
import { complaintPage, page } from './page.ts'
import { priceOf } from './price.ts'
import { takeWebhooks } from './webhooks.ts'

/** What the shop needs of the world around it; addresses are bases without a trailing slash. */
export interface ShopParts {
  readonly random: Random
  readonly cards: readonly TestCard[]
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  /** `whsec_…` of the proxy's webhooks. */
  readonly webhookSecret: string
  /** Folder of the built browser files. */
  readonly assets: string
  readonly seen: SeenOrders
  readonly merchant: MerchantClient
}

/** A small shop that pays with the checkout by its script tag. */
export async function buildShop(parts: ShopParts): Promise<FastifyInstance> {
  const app = fastify({ logger: false, forceCloseConnections: true })
  await serveStyle(app, '/shop.css', join(import.meta.dirname, 'shop.css'))
  await serveAssets(app, parts.assets)
  takeWebhooks(app, parts.webhookSecret)
  app.get('/', async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://shop')
    const wish = readWish(searchParams)
    if ('rule' in wish) return reply.code(400).type('text/html').send(complaintPage(wish.field, wish.rule))
    if (!isNumbered(wish))
      return reply.redirect(`/?${queryOf({ ...wish, orderNumber: `demo-${parts.random.uuid().slice(0, 8)}` })}`, 303)
    parts.seen.see(wish.orderNumber)
    const { shop, proxy, console } = parts.addresses()
    const ticket = await parts.sign(claimsOf(wish, `${shop}/?${queryOf(wish)}`))
    const price = priceOf(sumOf(wish), wish.currency, wish.locale)
    const state = searchParams.has('orderId') ? await stateOf(parts, wish.orderNumber) : undefined
    const goods = { wish, ticket, proxy, console, cards: parts.cards, price, direction: directionOf(wish) }
    return reply
      .type('text/html')
      .headers(policyFor(parts.addresses()))
      .send(page({ ...goods, ...(state && { state }) }))
  })
  return app
}

/** Where an order stands that somebody comes back from; the checkout tells it too, but not without JavaScript. */
const stateOf = async ({ merchant }: ShopParts, orderNumber: string): Promise<TryState | undefined> =>
  (await merchant.order({ orderNumber }).catch(() => undefined))?.state

const directionOf = ({ locale }: Wish): 'ltr' | 'rtl' => locales.get(locale ?? 'en')?.direction ?? 'ltr'
