import type { Browser, Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type * as testing from '../../server/testing.ts'
import { systemRandom } from '#ports/system.ts'
import { poll } from '../support/poll.ts'
import type { Example } from './catalogue.ts'
import { freePort } from '#demo/ports.ts'
import { sentence } from './server-rendered.ts'
import { startShop, urlOf, type RunningShop } from './shop.ts'

/** `tender-checkout/testing`, of the sources or of an installed tarball. */
export type Kit = typeof testing
type Checkout = Awaited<ReturnType<Kit['startCheckout']>>

interface Visit {
  readonly kit: Kit
  readonly checkout: Checkout
  readonly shop: RunningShop
  readonly page: Page
}

/**
 * Starts an example in a folder beside a sandbox and a proxy, and pays through it with a challenge. Its order page has
 * to show what the server has read, not what an event says, and its webhooks have to be verified.
 */
export async function payThrough(folder: string, example: Example, kit: Kit, browser: Browser): Promise<void> {
  await visiting(folder, example, kit, browser, async (visit, secret) => {
    await paysOnce(visit)
    await paysByReturning(visit)
    await paysAtBank(visit)
    if (example.hasWebhooks) await verifiesWebhooks(visit, secret)
  })
}

/**
 * Starts a page that a framework renders on its server, and pays on it: the element has to come with the document, and a
 * listener of the framework has to be told what was before it.
 */
export async function payOnRendered(folder: string, example: Example, kit: Kit, browser: Browser): Promise<void> {
  await visiting(folder, example, kit, browser, async (visit) => {
    const { checkout, shop, page } = visit
    const document = await (await fetch(shop.url)).text()
    expect(document).toMatch(new RegExp(`<tender-checkout[^>]* order="ey[^"]+" src="${checkout.proxy}"`))
    const complaints = complaintsOn(page)
    await page.goto(shop.url)
    await kit.fillCard(page, kit.testCard({ threeDs: 'none', outcome: 'paid' }))
    await kit.pay(page)
    await kit.expectResult(page, 'paid')
    expect((await checkout.merchant.order({ orderNumber: 'rendered' })).state).toBe('paid')
    expect(await page.title()).toBe('tender-paid')
    await page.getByRole('heading', { name: sentence }).waitFor()
    await hydratesLate(visit)
    expect(complaints).toEqual([])
  })
}

/** Loads the page with the script tag in it, and holds what the framework needs until the checkout is there. */
async function hydratesLate({ kit, checkout, shop, page }: Visit): Promise<void> {
  const tag = `<script src="${checkout.proxy}/v1/checkout.js"></script></head>`
  let hydrate = (): void => {}
  const mayHydrate = new Promise<void>((resolve) => (hydrate = resolve))
  await page.route(`${shop.url}/**`, async (route) => {
    if (route.request().resourceType() === 'script') await mayHydrate
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.text()).replace('</head>', tag) })
  })
  await page.goto(shop.url, { waitUntil: 'commit' })
  await kit.expectResult(page, 'paid')
  expect(await page.title()).toBe('')
  hydrate()
  await poll(() => page.title()).toBe('tender-paid')
  await page.getByRole('heading', { name: sentence }).waitFor()
}

/** Starts the shop of docs/start.md, and pays on it with a challenge. An order that is unknown must not end it. */
export async function payOnFirstPage(folder: string, example: Example, kit: Kit, browser: Browser): Promise<void> {
  await visiting(folder, example, kit, browser, async ({ shop, page }) => {
    const complaints = complaintsOn(page)
    await page.goto(shop.url)
    await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
    await kit.pay(page)
    await kit.completeChallenge(page, 'right')
    await page.getByRole('heading', { name: /^Order A-\d+ is paid$/ }).waitFor()
    expect(complaints).toEqual([])
    // As a bank's full page leads back.
    await page.goto(`${page.url()}?orderId=1`)
    await page.getByRole('heading', { name: /^Order A-\d+ is paid$/ }).waitFor()
    expect((await fetch(`${shop.url}/orders/unknown`)).status).toBe(404)
    expect((await fetch(shop.url)).status).toBe(200)
  })
}

async function visiting(
  folder: string,
  example: Example,
  kit: Kit,
  browser: Browser,
  check: (visit: Visit, webhookSecret: string) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const secret = `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`
  const webhook = { url: `${urlOf(port)}/webhooks`, secret }
  const checkout = await kit.startCheckout({ shop: urlOf(port), ...(example.hasWebhooks && { webhook }) })
  const settings = { ...checkout, port, webhookSecret: secret }
  example.prepare?.(folder, settings)
  const shop = await startShop(folder, example.start(port), settings)
  const context = await browser.newContext()
  // A document that a test answers in place of the shop is for the browser of another network than the proxy.
  await context.grantPermissions(['local-network-access'], { origin: shop.url })
  try {
    await check({ kit, checkout, shop, page: await context.newPage() }, secret)
  } catch (error) {
    throw new Error(`${String(error)}\n${shop.printed().slice(-1500)}`, { cause: error })
  } finally {
    await context.close()
    await shop.close()
    await checkout.close()
  }
}

/** Collects the errors of a page and of its console, but for the icon that the examples leave out. */
function complaintsOn(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) complaints.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

const title = (page: Page) => page.getByRole('heading', { name: 'Paid' })

const orderOn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!

async function buys({ kit, shop, page }: Visit): Promise<void> {
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await kit.expectResult(page, 'ready')
}

async function paysOnce(visit: Visit): Promise<void> {
  const { kit, checkout, page } = visit
  const complaints = complaintsOn(page)
  await buys(visit)
  // Loaded again, the page of a server has the checkout in it, and a framework hydrates it.
  await page.reload()
  await kit.expectResult(page, 'ready')
  await believesNoEvent(kit, page)
  await kit.fillCard(page, kit.testCard({ threeDs: 'challenge', outcome: 'paid' }))
  await kit.pay(page)
  await kit.completeChallenge(page, 'right')
  await title(page).waitFor()
  const order = await checkout.merchant.order({ orderNumber: orderOn(page) })
  expect(order).toMatchObject({ state: 'paid', current: { amount: 4990, currency: '978' } })
  await page.reload()
  await title(page).waitFor()
  expect(await page.locator('tender-checkout').count()).toBe(0)
  expect(complaints).toEqual([])
}

/** Who leaves the bank's full page by the back button is asked in the page then, which shows that the order is paid. */
async function paysByReturning(visit: Visit): Promise<void> {
  const { kit, page } = visit
  const complaints = complaintsOn(page)
  await buys(visit)
  const order = page.url()
  await kit.fillCard(page, kit.testCard({ threeDs: 'redirect' }))
  await kit.pay(page)
  await page.waitForURL((url) => url.origin !== new URL(order).origin)
  await kit.challengeShown(page)
  await page.goBack()
  await page.waitForURL(order)
  await kit.expectResult(page, 'authenticating')
  // Playwright sees no frames of a page that the browser has kept.
  await page.reload()
  await kit.challengeShown(page)
  // This bank leads back to the shop's page, in the dialog too, and a shop may forbid to frame its pages.
  expect(complaints).toEqual([])
  await kit.completeChallenge(page, 'right')
  await title(page).waitFor()
}

/**
 * Who has paid on the bank's full page is led to the shop's page. A page that was made before the payment is taken on by
 * the checkout, which finds the order paid as soon as it is there, and the back button leads to the order as it is.
 */
async function paysAtBank(visit: Visit): Promise<void> {
  const { kit, shop, page } = visit
  const complaints = complaintsOn(page)
  await buys(visit)
  const order = page.url()
  const madeBefore = await (await page.request.get(order)).text()
  await kit.fillCard(page, kit.testCard({ threeDs: 'redirect' }))
  await kit.pay(page)
  await page.waitForURL((url) => url.origin !== new URL(order).origin)
  await kit.completeChallenge(page, 'right')
  // The bank's page may add the number of the payment.
  await page.waitForURL((url) => url.href.startsWith(order))
  await title(page).waitFor()
  const old = { body: madeBefore, contentType: 'text/html; charset=utf-8' }
  await page.route(page.url(), (route) => route.fulfill(old), { times: 1 })
  await page.reload()
  await title(page).waitFor()
  await page.goto(shop.url)
  await page.goBack()
  await title(page).waitFor()
  expect(complaints).toEqual([])
}

/** An event that any script can send makes no order paid: the page asks the server, and shows the checkout again. */
async function believesNoEvent(kit: Kit, page: Page): Promise<void> {
  const number = orderOn(page)
  const asked = page.waitForResponse((response) => response.url().includes(number))
  await page
    .locator('tender-checkout')
    .evaluate((element) =>
      element.dispatchEvent(new CustomEvent('tender-paid', { bubbles: true, composed: true, detail: {} })),
    )
  await asked
  await kit.expectResult(page, 'ready')
  expect(await title(page).count()).toBe(0)
}

async function verifiesWebhooks({ checkout, shop, page }: Visit, secret: string): Promise<void> {
  const number = orderOn(page)
  const sent = (): number => shop.printed().split(`Sending A tin of tea of order ${number}`).length - 1
  await poll(sent).toBe(1)
  const body = JSON.stringify({ type: 'order.paid', data: await checkout.merchant.order({ orderNumber: number }) })
  expect(await deliver(shop, body, secret, new Date())).toBe(204)
  const other = `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`
  expect(await deliver(shop, body, other, new Date())).toBe(400)
  const old = new Date(new Date().getTime() - 6 * 60_000)
  expect(await deliver(shop, body, secret, old)).toBe(400)
  expect((await fetch(`${shop.url}/webhooks`, { method: 'POST', body, headers: json })).status).toBe(400)
  expect(sent()).toBe(1)
}

const json = { 'content-type': 'application/json' }

/** Sends a webhook as the proxy does; resolves with the status of the answer. */
async function deliver(shop: RunningShop, body: string, secret: string, at: Date): Promise<number> {
  const signed = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  }
  return (await fetch(`${shop.url}/webhooks`, { method: 'POST', body, headers: { ...json, ...signed } })).status
}
