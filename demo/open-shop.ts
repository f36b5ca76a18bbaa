import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { systemRandom } from '#ports/system.ts'
import type { Sandbox } from '#sandbox/build-sandbox.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { merchantClient, signOrder, type OrderClaims } from '../server/index.ts'
import { secrets as ownSecrets, type Addresses, type Secrets } from './addresses.ts'
import { serveBackOffice } from './back-office/serve-back-office.ts'
import { buildDocs } from './docs/build-docs.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { serveOperator } from './operator/serve-operator.ts'
import { servePlayground } from './playground/serve-playground.ts'
import { seenOrders } from './seen-orders.ts'
import { buildShop } from './shop/build-shop.ts'
import { serveSpa } from './spa/serve-spa.ts'

/** The shop's server, with all its pages. */
export async function openShop(
  dist: string,
  addresses: Addresses,
  sandbox: Pick<Sandbox, 'credentials' | 'clock' | 'switches'> & { readonly hasHelp: boolean },
  secrets: Secrets = ownSecrets,
): Promise<FastifyInstance> {
  const common = {
    random: systemRandom,
    addresses: () => addresses,
    hasHelp: sandbox.hasHelp,
    sign: (claims: OrderClaims) => signOrder(claims, secrets.ticketSecret),
    seen: seenOrders(),
    merchant: merchantClient({ base: addresses.proxy, apiKey: secrets.apiKey, fetch }),
  }
  const shop = await buildShop({
    ...common,
    cards: testCards,
    switches: sandbox.switches,
    webhookSecret: secrets.webhookSecret,
    assets: join(dist, 'demo'),
  })
  serveOperator(shop, { ...common, password: secrets.apiKey })
  serveSpa(shop, common)
  servePlayground(shop, { ...common, cards: testCards, switches: sandbox.switches })
  serveDocs(shop, buildDocs, () => addresses)
  serveBackOffice(shop, {
    issuing: () => addresses.issuing,
    console: () => addresses.console,
    credentials: sandbox.credentials.issuing,
    fetch,
    cards: testCards,
    clock: sandbox.clock,
  })
  return shop
}
