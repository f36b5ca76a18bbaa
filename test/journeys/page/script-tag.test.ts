import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserContextOptions, Page, Route } from 'playwright'
import { secrets } from '../../../demo/stack.ts'
import { checkoutMarkup, signOrder } from '../../../server/ticket.ts'
import {
  cardFrame,
  fillCard,
  newClient,
  newOrder,
  openFixture,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'

/** A shop whose page has the tags that the address names, above the checkout; `served` has the card frame in its HTML. */
function openShop(): Promise<Server> {
  const shop = createServer(async ({ url }, response) => {
    const { proxy } = fixture.stack.addresses
    const claims = { orderNumber: newOrder(), amount: 4990, currency: '978', returnUrl: addressOf(shop) }
    const order = await signOrder(claims, secrets.ticketSecret)
    const byCard = await signOrder({ ...claims, methods: ['card'] }, secrets.ticketSecret)
    const asking = await signOrder(
      { ...claims, methods: ['card'], clientId: newClient(), save: 'ask', ask: ['email'] },
      secrets.ticketSecret,
    )
    const { searchParams } = new URL(url!, addressOf(shop))
    const noscript = '<p id="unscripted">No scripts</p>'
    const served = checkoutMarkup(byCard, { src: proxy, theme: 'soft', tokens: { accent: '#0f766e' }, noscript })
    const checkouts: Readonly<Record<string, string>> = {
      served,
      asking: checkoutMarkup(asking, { src: proxy }),
      wallets: checkoutMarkup(order, { src: proxy, theme: 'soft', tokens: { accent: '#0f766e' } }),
      // As a browser without declarative shadow roots sees it.
      inert: served.replace('shadowrootmode', 'data-mode'),
    }
    const checkout =
      checkouts[searchParams.get('checkout') ?? ''] ??
      `<tender-checkout order="${order}" src="${proxy}"></tender-checkout>`
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
       <style>tender-checkout { --tender-accent: #0f766e }</style>${searchParams.get('tags') ?? ''}${checkout}<p>What follows</p>`,
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

describe('a page whose HTML has the card frame', () => {
  test.each(['served', 'wallets', 'inert'])('is typed into before the script tag, and pays (%s)', async (checkout) => {
    const { page, complaints } = await fixture.shopper()
    const documents: string[] = []
    page.on('request', (request) => void (/\/card\?/.test(request.url()) && documents.push(request.url())))
    await page.addInitScript(
      'globalThis.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) => [value, sources.map(({ node, previousRect, currentRect }) => [String(node?.className ?? node?.nodeName), JSON.stringify(previousRect), JSON.stringify(currentRect)])]))).observe({ type: "layout-shift", buffered: true })',
    )
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/checkout.js', async (route: Route) => released.then(() => route.continue()))
    const tags = tag('/v1/checkout.js', 'async')
    await page.goto(`${addressOf(shop)}/?${new URLSearchParams({ tags, checkout }).toString()}`, {
      waitUntil: 'commit',
    })
    const number = cardFrame(page).locator('#number')
    if (checkout !== 'inert') {
      await number.pressSequentially(plainCard.pan)
      // The frame's script has run, and its hello was heard by nobody.
      await expect.poll(() => number.inputValue()).toBe(plainCard.pan.replace(/(.{4})(?=.)/g, '$1 '))
    }
    release()
    await stateIs(page, 'ready')
    expect(documents).toHaveLength(1)
    expect(await frames(page)).toBe(1)
    if (checkout !== 'inert') expect(await page.evaluate('shifts')).toEqual([])
    if (checkout !== 'inert') expect(await number.inputValue()).toBe(plainCard.pan.replace(/(.{4})(?=.)/g, '$1 '))
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    expect(complaints).toEqual([])
  })

  test('keeps the place of what the order asks for, so that nothing moves when the script comes', async () => {
    const { page, context } = await fixture.shopper({ viewport: { width: 375, height: 812 } })
    const tags = tag('/v1/checkout.js', 'async')
    let scripts!: Route
    await page.route('**/v1/checkout.js', (route) => void (scripts = route))
    await page.goto(`${addressOf(shop)}/?${new URLSearchParams({ tags, checkout: 'asking' }).toString()}`, {
      waitUntil: 'commit',
    })
    await cardFrame(page).locator('#number').waitFor()
    const after = page.locator('body > p')
    const before = await after.boundingBox()
    await scripts.continue()
    await stateIs(page, 'ready')
    await cardFrame(page).locator('#email').waitFor()
    expect(await after.boundingBox()).toEqual(before)
    await context.close()
  })

  test('shows what is for browsers without scripts, and no form that nobody could send', async () => {
    const { context, page } = await fixture.shopper({ javaScriptEnabled: false } satisfies BrowserContextOptions)
    await page.goto(`${addressOf(shop)}/?checkout=served`)
    expect(await page.locator('#unscripted').isVisible()).toBe(true)
    expect(await page.locator('tender-checkout iframe').isVisible()).toBe(false)
    await context.close()
  })
})
