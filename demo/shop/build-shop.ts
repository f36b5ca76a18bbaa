import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import currencies from 'currency-codes'
import type { Random } from '#contract/ports.ts'
import { locales } from '#texts/locales.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import { claimsOf, queryOf, readWish, type Wish } from './order.ts'
import { complaintPage, page } from './page.ts'
import { takeWebhooks } from './webhooks.ts'

/** What the shop needs of the world around it; addresses are bases without a trailing slash. */
export interface ShopParts {
  readonly random: Random
  readonly cards: readonly TestCard[]
  readonly addresses: () => { readonly shop: string; readonly proxy: string; readonly console: string }
  readonly sign: (claims: ReturnType<typeof claimsOf>) => Promise<string>
  /** `whsec_…` of the proxy's webhooks. */
  readonly webhookSecret: string
  /** Folder of the built browser files. */
  readonly assets: string
}

/** The headers that a careful shop sends; the checkout needs one origin in `script-src` and `frame-src`, and nothing unsafe. */
const policy = (proxy: string, console: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${proxy}`,
    "style-src 'self'",
    `frame-src ${proxy}`,
    `connect-src 'self' ${console}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

/** A small shop that pays with the checkout by its script tag. */
export async function buildShop(parts: ShopParts): Promise<FastifyInstance> {
  const app = fastify({ logger: false, forceCloseConnections: true })
  const style = await readFile(join(import.meta.dirname, 'shop.css'))
  const script = await readFile(join(parts.assets, 'shop.js'))
  app.get('/shop.css', (_, reply) => reply.type('text/css').send(style))
  app.get('/shop.js', (_, reply) => reply.type('text/javascript').send(script))
  takeWebhooks(app, parts.webhookSecret)
  app.get('/', async (request, reply) => {
    const wish = readWish(new URL(request.url, 'http://shop').searchParams)
    if ('rule' in wish) return reply.code(400).type('text/html').send(complaintPage(wish.field, wish.rule))
    if (!numbered(wish))
      return reply.redirect(`/?${queryOf({ ...wish, orderNumber: `demo-${parts.random.uuid().slice(0, 8)}` })}`, 303)
    const { shop, proxy, console } = parts.addresses()
    const ticket = await parts.sign(claimsOf(wish, `${shop}/?${queryOf(wish)}`))
    return reply
      .type('text/html')
      .header('content-security-policy', policy(proxy, console))
      .header('cache-control', 'no-store')
      .send(
        page({ wish, ticket, proxy, console, cards: parts.cards, price: priceOf(wish), direction: directionOf(wish) }),
      )
  })
  return app
}

const numbered = (wish: Wish): wish is Wish & { orderNumber: string } => wish.orderNumber !== undefined

const directionOf = ({ locale }: Wish): 'ltr' | 'rtl' => locales.get(locale ?? 'en')?.direction ?? 'ltr'

function priceOf({ amount, currency, locale }: Wish): string {
  const known = currencies.number(currency)
  if (!known) return `${amount} (${currency})`
  return new Intl.NumberFormat(locale ?? 'en', { style: 'currency', currency: known.code }).format(
    amount / 10 ** known.digits,
  )
}
