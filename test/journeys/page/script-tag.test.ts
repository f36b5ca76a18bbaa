import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { secrets } from '../../../demo/stack.ts'
import { signOrder } from '../../../server/ticket.ts'
import { newOrder, openFixture, fillCard, pay, plainCard, stateIs, type Fixture } from '../support/fixture.ts'

/** A shop whose page has the tags that the address names, above the checkout. */
function openShop(): Promise<Server> {
  const shop = createServer(async ({ url }, response) => {
    const { proxy } = fixture.stack.addresses
    const claims = { orderNumber: newOrder(), amount: 4990, currency: '978', returnUrl: addressOf(shop) }
    const order = await signOrder(claims, secrets.ticketSecret)
    const tags = new URL(url!, addressOf(shop)).searchParams.get('tags') ?? ''
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${tags}
       <tender-checkout order="${order}" src="${proxy}"></tender-checkout>`,
    )
  })
  return new Promise((opened) => shop.listen(0, 'localhost', () => opened(shop)))
}

const addressOf = (shop: Server): string => `http://localhost:${(shop.address() as AddressInfo).port}`

let shop: Server
let fixture: Fixture
let hashes: Readonly<Record<string, string>>
beforeAll(async () => {
  shop = await openShop()
  fixture = await openFixture({ env: { TENDER_SHOP_ORIGINS: addressOf(shop) } })
  hashes = (await (await fetch(`${fixture.stack.addresses.proxy}/v1/integrity.json`)).json()) as typeof hashes
})
afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await fixture.close()
})

const pinned = (): [path: string, integrity: string] =>
  Object.entries(hashes).find(([path]) => path.startsWith('/v1/checkout-'))!

/** A script tag of the proxy. */
const tag = (path: string, more = ''): string =>
  `<script src="${fixture.stack.addresses.proxy}${path}" crossorigin ${more}></script>`

async function opened(tags: string): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await fixture.shopper()
  await page.goto(`${addressOf(shop)}/?${new URLSearchParams({ tags }).toString()}`, { waitUntil: 'domcontentloaded' })
  return { page, complaints }
}

const frames = (page: Page): Promise<number> => page.locator('tender-checkout iframe[src*="/card?"]').count()

describe('a page pays', () => {
  test.each([
    ['with the tag pinned by its hash', () => tag(pinned()[0], `integrity="${pinned()[1]}"`)],
    [
      'with the tag included twice, evergreen and pinned',
      () => tag('/v1/checkout.js') + tag(pinned()[0]) + tag('/v1/checkout.js'),
    ],
  ])('%s', async (_, tags) => {
    const { page, complaints } = await opened(tags())
    await stateIs(page, 'ready')
    expect(await frames(page)).toBe(1)
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    expect(complaints).toEqual([])
  })

  test('and not by a script that its hash does not match', async () => {
    const { page, complaints } = await opened(tag('/v1/checkout.js', `integrity="sha384-${'A'.repeat(64)}"`))
    await page.waitForLoadState('load')
    expect(await page.evaluate(() => customElements.get('tender-checkout') === undefined)).toBe(true)
    expect(complaints.join()).toMatch(/integrity/)
  })
})
