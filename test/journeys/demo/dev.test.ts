import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { closeContexts, sharedBrowser } from '../support/browser.ts'
import { openDev, type RunningDev } from '../../support/dev-command.ts'
import { poll } from '../../support/poll.ts'
import { root } from '../../support/root.ts'
import { acsFrame, cardThat, challengeCard, enterCode, fillCard, pay, stateIs } from '../support/fixture.ts'

/** A shop's folder with the package as npm installs it: without the demo, the tests and the sources. */
function installed(): string {
  const shop = mkdtempSync(join(tmpdir(), 'tender-dev-'))
  const home = join(shop, 'node_modules/tender-checkout')
  mkdirSync(home, { recursive: true })
  cpSync(join(root, 'package.json'), join(home, 'package.json'))
  for (const part of ['cdn', 'frames', 'npm', 'server'])
    cpSync(join(root, 'dist', part), join(home, 'dist', part), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of Object.keys(dependencies)) {
    const link = join(shop, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  return shop
}

let shop: string
let running: RunningDev
let browser: Browser
beforeAll(async () => {
  shop = installed()
  running = await openDev(join(shop, 'node_modules/tender-checkout/dist/server/cli.js'), shop)
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closeContexts(browser)
  expect(await running.close('SIGINT')).toBe(0)
  rmSync(shop, { recursive: true })
})

/** Opens the page, and collects the errors of its console. */
async function visit(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(running.dev.page, { waitUntil: 'domcontentloaded' })
  await stateIs(page, 'ready')
  return { page, complaints }
}

const listed = (page: Page): Promise<string[]> => page.locator('#events li b').allInnerTexts()

const orderOn = (page: Page): string => new URL(page.url()).searchParams.get('order')!

const stateOf = async (orderNumber: string): Promise<string> => {
  const merchant = merchantClient({ base: running.dev.proxy, apiKey: running.dev.apiKey })
  return (await merchant.order({ orderNumber })).state
}

test('tender dev of the package shows a page where a card pays, with its challenge and its events', async () => {
  const { page, complaints } = await visit()
  await fillCard(page, challengeCard)
  await pay(page)
  await poll(() => acsFrame(page).locator('dl').innerText()).toContain('Tender dev')
  await enterCode(acsFrame(page))
  await stateIs(page, 'paid')
  await poll(() => listed(page)).toContain('tender-paid')
  const seen = (await listed(page)).filter((name) => name !== 'tender-change')
  expect(seen).toEqual(['tender-ready', 'tender-submit', 'tender-authenticate', 'tender-paid'])
  expect(await stateOf(orderOn(page))).toBe('paid')
  expect(complaints).toEqual([])
  await page.close()
})

test('the form makes a new order of another amount', async () => {
  const { page } = await visit()
  const first = orderOn(page)
  await page.getByLabel('Amount, EUR').fill('12.50')
  await page.getByRole('button', { name: 'New order' }).click()
  await page.waitForURL(({ searchParams }) => searchParams.get('amount') === '12.50' && searchParams.has('order'))
  await stateIs(page, 'ready')
  expect(orderOn(page)).not.toBe(first)
  await fillCard(page, cardThat({ reason: 'insufficient_funds', threeDs: 'none' }))
  await pay(page)
  await stateIs(page, 'declined')
  await poll(() => page.locator('#events li[data-event="tender-declined"] code').innerText()).toContain('"amount":1250')
  await page.close()
})
