import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCheckout, type RunningCheckout } from '../../../server/testing.ts'
import { poll } from '../../support/poll.ts'
import { root } from '../../support/root.ts'
import { closeContexts, sharedBrowser } from '../support/browser.ts'
import { cardFrame, stateIs } from '../support/fixture.ts'

/** The markup of the documents, for an order and a proxy. */
function documented(order: string, proxy: string): string {
  const section = readFileSync(join(root, 'docs/element.md'), 'utf8').split('### Before the script has run')[1]!
  const [, markup] = /```html\n([^]*?)```/.exec(section)!
  return markup!.replaceAll('eyJhbGciOiJIUzI1NiJ9…', order).replaceAll('https://pay-shop.example', proxy)
}

let shop: Server
let checkout: RunningCheckout
let browser: Browser
const origin = (): string => `http://localhost:${(shop.address() as AddressInfo).port}`
beforeAll(async () => {
  shop = createServer(async (_, response) => {
    const page = documented(await checkout.sign(), checkout.proxy)
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,">${page}`)
  })
  await new Promise<void>((listening) => shop.listen(0, 'localhost', listening))
  checkout = await startCheckout({ shop: origin() })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closeContexts(browser)
  await checkout.close()
  shop.closeAllConnections()
  shop.close()
})

test('a skeleton stands where the form will, until the script has come', async () => {
  const page = await browser.newPage()
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/checkout.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(origin(), { waitUntil: 'commit' })
  const skeleton = page.locator('.skeleton')
  await poll(() => skeleton.isVisible()).toBe(true)
  const height = async () => (await page.locator('tender-checkout').boundingBox())!.height
  const before = await height()
  release()
  await stateIs(page, 'ready')
  expect(await skeleton.isVisible()).toBe(false)
  expect(await cardFrame(page).locator('#number').isVisible()).toBe(true)
  expect(Math.abs((await height()) - before)).toBeLessThan(120)
})

test('without scripts at all the order is paid on the bank’s own page', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(origin())
  await page.getByRole('button', { name: 'Pay on the page of the bank' }).click()
  await poll(() => page.url()).toContain(checkout.sandbox.addresses.gateway)
})
