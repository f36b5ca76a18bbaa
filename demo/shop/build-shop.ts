import { createServer, type RequestListener, type Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { TryState } from '#contract/outcome.ts'
import type { Random } from '#contract/ports.ts'
import { guardServer } from '#ports/server-guard.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { locales } from '#texts/locales.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import { serveStyle } from '../style/serve-style.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { claimsOf, isNumbered, queryOf, readWanted, orderSum, type Wanted } from './order.ts'
import { takeFaults } from './faults.ts'
import { checkoutQuery } from './catalogue.ts'
import { frontPage } from './front-page.ts'
import { problemPage, shopPage } from './page.ts'
import { priceOf } from './price.ts'
import { headingOf } from './words.ts'
import { takeWebhooks } from './webhooks.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readEncoded } from '#proxy/static-files/encoded-file.ts'
import { sendable, sendScript } from '#proxy/static-files/send-encoded.ts'

/** The shop's dependencies; addresses have no trailing slash. */
export interface ShopOptions {
  readonly random: Random
  readonly cards: readonly TestCard[]
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  /** `whsec_…` of the proxy's webhooks. */
  readonly webhookSecret: string
  /** Folder of the built browser files. */
  readonly assets: string
  readonly seen: SeenOrders
  readonly switches: Switches
  /** Whether the checkout itself has test cards, faults and messages. */
  readonly hasHelp: boolean
  readonly merchant: MerchantClient
}

/** Shows which claim of a ticket breaks which rule, where `signOrder` has refused it. */
function showBrokenClaims(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, _, reply) => {
    const [, field, rule] = /^The order's (\w+) (.+)$/.exec(error.message) ?? []
    if (field === undefined || rule === undefined) throw error
    return reply.code(400).type('text/html').send(problemPage(field, rule))
  })
}

/** A small shop that embeds the checkout with its script tag. */
export async function buildShop(options: ShopOptions): Promise<FastifyInstance> {
  // Fastify makes a server for each address of localhost.
  const serverFactory = (handler: RequestListener): Server => guardServer(createServer(handler))
  const app = fastify({ logger: false, forceCloseConnections: true, serverFactory })
  await serveStyle(app)
  await serveAssets(app, options.assets)
  takeWebhooks(app, options.webhookSecret)
  takeFaults(app, options.switches, () => options.addresses().shop)
  showBrokenClaims(app)
  app.get('/basket', async ({ url }, reply) =>
    reply.redirect(`/?${checkoutQuery(new URL(url, 'http://shop').searchParams).toString()}`, 303),
  )
  app.get('/', async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://shop')
    if (!searchParams.size)
      return reply
        .type('text/html')
        .headers(policyFor(options.addresses()))
        .send(frontPage(options.addresses().console))
    const preset = readWanted(searchParams)
    if ('rule' in preset) return reply.code(400).type('text/html').send(problemPage(preset.field, preset.rule))
    if (!isNumbered(preset))
      return reply.redirect(
        `/?${queryOf({ ...preset, orderNumber: `demo-${options.random.uuid().slice(0, 8)}` })}`,
        303,
      )
    options.seen.see(preset.orderNumber)
    const { shop, proxy, console } = options.addresses()
    const ticket = await options.sign(claimsOf(preset, `${shop}/?${queryOf(preset)}`))
    const price = priceOf(orderSum(preset), preset.currency, preset.locale)
    const state = searchParams.has('orderId') ? await stateOf(options, preset.orderNumber) : undefined
    const goods = {
      preset,
      ticket,
      proxy,
      console,
      cards: options.cards,
      price,
      direction: directionOf(preset),
      heading: await headingOf(preset),
      faults: options.switches.orders.of(preset.orderNumber),
      usualFaults: options.switches.read(),
      query: queryOf(preset),
      hasHelp: options.hasHelp,
    }
    return reply
      .type('text/html')
      .headers(policyFor(options.addresses()))
      .send(shopPage({ ...goods, ...(state && { state }) }))
  })
  return app
}

/**
 * The state of an order when the shopper returns; the checkout shows it too, but not without JavaScript. Where the proxy
 * does not answer, the page says nothing of it.
 */
const stateOf = async ({ merchant }: ShopOptions, orderNumber: string): Promise<TryState | undefined> =>
  (await merchant.order({ orderNumber }).catch(() => undefined))?.state

const directionOf = ({ locale }: Wanted): 'ltr' | 'rtl' => locales.get(locale ?? 'en')?.direction ?? 'ltr'

/** Serves the scripts of a folder and of its `chunks`, and no other file. */
async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/^(?:chunks[\\/])?[\w.-]+\.js$/.test(name)) continue
    const script = sendable(await readEncoded(join(folder, name)))
    app.get(`/${name.replace('\\', '/')}`, async (request, reply) => sendScript(request, reply, script))
  }
}
