import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright'
import { expect, test } from 'vitest'
import { secrets } from '../../../demo/stack.ts'
import { inFull, share } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'
import { fillCard, openForFile, pay, plainCard, stateIs } from '../support/fixture.ts'

const fixture = await openForFile()

/** The pages of the demo, with what each shows once it is complete. */
const pages = {
  '/': 'text=Your basket',
  '/?items=set-1.beans-1&delivery=post': 'tender-checkout[state="ready"]',
  '/?items=set-1&locale=ar': 'tender-checkout[state="ready"]',
  '/?verify=yes&clientId=pages': 'tender-checkout[state="ready"]',
  '/spa': 'tender-checkout[state="ready"]',
  '/operator': 'tender-checkout[state="ready"]',
  '/back-office': '[data-testid="operation-form"]',
  '/playground': 'tender-checkout[state="ready"]',
  console: '#timeline li',
} as const

type Screen = Pick<BrowserContextOptions, 'colorScheme' | 'viewport'>

/** What is wrong with a page, as people would say it. */
const flawsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    const { scrollWidth, clientWidth } = document.documentElement
    // Links in a sentence may be as low as its line (WCAG 2.5.8).
    const pressed = document.querySelectorAll('header a, button, summary, select, input:not([type=hidden])')
    const small = [...pressed].filter((it) => {
      const { width, height } = it.getBoundingClientRect()
      return it.checkVisibility() && Math.min(width, height) < 24
    })
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
      ...small.map((it) => `smaller than a fingertip: ${it.outerHTML}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
    ]
  })
}

/**
 * Checks every page, in `npm test` at every other one: each is legible, as wide as the screen, and leads back to the
 * shop.
 */
async function checkAll(screen: Screen): Promise<void> {
  const { shop, console } = fixture.stack.addresses
  const context = await fixture.browser.newContext({
    ...screen,
    httpCredentials: { username: 'operator', password: secrets.apiKey },
  })
  const page = await context.newPage()
  for (const [path, shown] of share(Object.entries(pages), 2)) {
    await page.goto(path === 'console' ? `${console}/` : shop + path)
    await page.locator(shown).first().waitFor()
    expect(await flawsOf(page), path).toEqual([])
    const back = page.locator('header a').filter({ hasText: /Kettle & Cup|To the shop/ })
    expect(await back.evaluate((link) => (link as HTMLAnchorElement).origin), path).toBe(shop)
  }
  // The last page is the console, where an order that nobody has begun to pay is no error.
  const timeline = await page.locator('#timeline').innerText()
  expect(timeline).toContain('not registered yet')
  expect(timeline).not.toContain('There is no order')
  await context.close()
}

test('no page is too wide, hard to read or a dead end, on a phone', () =>
  checkAll({ colorScheme: 'light', viewport: { width: 375, height: 812 } }))

inFull('nor on a desktop in the dark', () => checkAll({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } }))

/** The height of the header, which is that of one line where nothing in it wraps. */
const headerHeight = (page: Page) => page.getByRole('banner').evaluate(({ clientHeight }) => clientHeight)

test('the header has one line at every width, and the basket’s sums follow what is chosen', async () => {
  const { page } = await fixture.shopper()
  await page.goto(`${fixture.stack.addresses.shop}/`)
  await page.getByLabel('Pour-over kettle, how many').fill('2')
  await page.getByLabel('By courier, tomorrow').check()
  expect(await page.locator('[data-sum=kettle]').innerText()).toBe('€118.00')
  const sum = '€177.80'
  await page.getByRole('button', { name: `Go to the checkout · ${sum}` }).press('Enter')
  await stateIs(page, 'ready')
  expect(await page.getByText('Total').locator('..').innerText()).toContain(sum)
  await page.goto(`${fixture.stack.addresses.shop}/playground`)
  for (const width of [1280, 1000, 700, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await poll(() => headerHeight(page)).toBeLessThan(64)
  }
  expect(await page.getByRole('link', { name: 'Back office' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'Back office' }).click()
  await page.waitForURL('**/back-office')
})

test('the shop’s panel makes the gateway lose an answer, and shows the webhook that tells the end', async () => {
  const { page } = await fixture.shopper()
  await page.goto(`${fixture.stack.addresses.shop}/?items=set-1`)
  await page.getByText('Developer panel').click()
  await page.getByText('Faults that this order meets').click()
  await page.getByLabel('Answer to a payment').selectOption('lost-after')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.waitForLoadState('load')
  const orderNumber = new URL(page.url()).searchParams.get('orderNumber')!
  expect(fixture.stack.switches.orders.of(orderNumber)).toEqual({ paymentAnswer: 'lost-after' })
  await stateIs(page, 'ready')
  await page.getByText('Webhooks of this order').click()
  await page.getByText('None has come yet.').waitFor()
  await fillCard(page, plainCard)
  await pay(page)
  await stateIs(page, 'paid')
  await poll(() => page.locator('#webhooks').innerText()).toContain('order.paid')
  const edges = ['#pay', 'tender-checkout .receipt'].map((name) =>
    page.locator(name).evaluate((it) => it.getBoundingClientRect().left),
  )
  expect(new Set(await Promise.all(edges)).size).toBe(1)
})
