import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { completeChallenge, expectResult, fillCard, pay, testCard } from '../../../server/testing.ts'
import { language as de } from '#texts/languages/de.ts'
import { root } from '../../support/root.ts'
import { asPrototype } from '../support/as-prototype.ts'
import { openShop, pausesOf, SOON } from './shop.ts'

const shop = await openShop()
afterAll(() => shop.close())

const challenged = testCard({ threeDs: 'challenge', method: true, outcome: 'paid' })

/** A library's file as a script of the shop's page, and of none of the frames. */
const library = (file: string, call = ''): string =>
  `if (self === top) { ${readFileSync(join(root, 'node_modules', file), 'utf8')}\n${call} }`

const libraries: readonly (readonly [name: string, script: string])[] = [
  ['Prototype', `(${asPrototype})()`],
  ['MooTools', library('mootools/lib/mootools-core-1.5.2-server.js')],
  ['Sugar', library('sugar/dist/sugar.js', 'Sugar.extend()')],
  ['Zone.js', library('zone.js/bundles/zone.umd.js')],
]

describe('a page that changes the built-ins of JavaScript has a checkout that pays after a challenge', () => {
  test.concurrent.each(libraries)('as %s does', async (_, script) => {
    const page = await shop.browser.newPage()
    await page.addInitScript(script)
    await page.goto(await shop.checkout.pageFor())
    await fillCard(page, challenged)
    await pay(page)
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    await page.close()
  })
})

/** Serves the package from npm as one classic script of a bundler: Chromium runs no module in a document of XML. */
async function bundledPackage(): Promise<string> {
  const rolldownOptions = { input: join(root, 'dist/npm/define.js'), output: { format: 'iife', codeSplitting: false } }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: rolldownOptions as Rolldown.RolldownOptions },
  })
  const [{ code: body }] = (built as Rolldown.RolldownOutput).output
  shop.answers.set('/define.js', { headers: { 'content-type': 'text/javascript' }, body })
  return '/define.js'
}

/** Opens a page of the shop in a sandboxed frame of another one. */
async function visitInFrame(sandbox: string) {
  const { page, lines, address } = await shop.visit({})
  await page.goto(new URL('/', address).href)
  await page.evaluate(
    ([src, allowed]) => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', allowed!)
      document.body.replaceChildren(Object.assign(frame, { src, width: 600, height: 900 }))
    },
    [address, sandbox],
  )
  const frame = (): Frame => page.frames().find((one) => one.url() === address)!
  return { page, lines, frame }
}

describe('a page in which no checkout can work says so to the shopper and in the console', () => {
  test.concurrent.each([
    [
      'a frame whose sandbox lacks allow-forms',
      'allow-scripts allow-same-origin',
      /^tender-checkout: config_sandbox: /,
    ],
    ['a frame whose sandbox lacks allow-same-origin', 'allow-scripts allow-forms', /^tender-checkout: config_origin: /],
  ])('%s', async (_, sandbox, line) => {
    const { page, lines, frame } = await visitInFrame(sandbox)
    await expect.poll(async () => frame()?.locator('tender-checkout[state=failed]').count()).toBe(1)
    expect(await frame().locator('tender-checkout [role=alert]').innerText()).not.toBe('')
    expect(lines).toEqual([expect.stringMatching(line)])
    expect(await pausesOf(frame())).toBeLessThan(SOON)
    await page.close()
  })

  test.concurrent.each([
    ['the script tag', async () => undefined],
    ['the package from npm', async () => `<script src="${await bundledPackage()}"></script>`],
  ])('a document of XML, by %s, in the language of the checkout', async (_, scriptOf) => {
    const script = await scriptOf()
    const { page, lines, address } = await shop.visit({
      type: 'application/xhtml+xml',
      attributes: 'locale="de"',
      script,
    })
    await page.goto(address)
    await page.locator('tender-checkout[state=failed] [role=alert]', { hasText: de.checkout.failed }).waitFor()
    expect(await pausesOf(page)).toBeLessThan(SOON)
    expect(lines).toEqual([expect.stringMatching(/^tender-checkout: config_document: /)])
    await page.getByTestId('bank-page').click()
    await page.waitForURL(({ origin }) => origin === new URL(shop.checkout.sandbox.addresses.gateway).origin)
    await page.close()
  })
})

const plain = testCard({ threeDs: 'none', outcome: 'paid' })

test.concurrent.each([
  ['a parent as narrow as what is in it', '<div style="width: min-content">', '</div>'],
  ['a cell that its table leaves no room', '<table><tr><td width="100%">Pay:</td><td>', '</td></tr></table>'],
])('in %s the form is wide enough to be used', async (_, before, after) => {
  const { page, address } = await shop.visit({ around: (element) => `${before}${element}${after}` })
  await page.goto(address)
  await fillCard(page, plain)
  expect((await page.locator('tender-checkout').boundingBox())!.width).toBeGreaterThanOrEqual(240)
  await pay(page)
  await expectResult(page, 'paid')
  await page.close()
})

test.concurrent.each(['credentialless', 'require-corp'])(
  'a page that is isolated by COEP: %s pays, with the bank’s page as a full page',
  async (policy) => {
    const headers = { 'cross-origin-embedder-policy': policy, 'cross-origin-opener-policy': 'same-origin' }
    const { page, address } = await shop.visit({ headers, attributes: 'presentation="redirect"' })
    await page.goto(address)
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await fillCard(page, challenged)
    await pay(page)
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    await page.close()
  },
)

/** Where the tab is in its history. */
async function placeOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const { currentIndex } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return currentIndex
}

const frictionless = testCard({ threeDs: 'frictionless', method: true, outcome: 'paid' })

test.concurrent('no frame of the checkout adds an entry to the history, so that one Back leaves the page', async () => {
  const { page, address } = await shop.visit({})
  await page.goto(await shop.checkout.pageFor())
  const start = page.url()
  await page.goto(address)
  const place = await placeOf(page)
  await fillCard(page, frictionless)
  await pay(page)
  await expectResult(page, 'paid')
  expect(await placeOf(page)).toBe(place)
  await page.goBack()
  expect(page.url()).toBe(start)
  await page.close()
})
