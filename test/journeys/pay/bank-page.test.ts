import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { keepingPages } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { allAgree, noteEvents, othersAgree } from '../support/agreement.ts'
import {
  cardThat,
  fillCard,
  newOrder,
  openFixture,
  openForFile,
  pay,
  phone,
  plainCard,
  stateIs,
} from '../support/fixture.ts'
import { fillThere, payThere } from '../support/gateway-page.ts'
import { openKeptShop } from '../support/kept-shop.ts'
import { begin, isAt } from '../support/shopper.ts'

const poor = cardThat({ threeDs: 'none', code: 116 })

/** A proxy whose shoppers pay on the bank's page alone. */
const only = await openForFile({ env: { TENDER_BANK_PAGE: 'only' } })

const button = (page: Page) => page.getByTestId('code-bank-page')

/** Notes the documents and the forms that a page asks the proxy for. */
function noteFrames(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:card|3ds|api|assets)\b/.test(pathname)) asked.push(pathname)
  })
  return asked
}

describe('the bank’s page as the only way to pay', () => {
  test('is one button with the amount: no frame, no form, and the order is paid', async () => {
    let asked: string[] = []
    const { page, context, orderNumber, complaints } = await begin(only, {
      device: phone,
      prepare: async (browser) => (asked = noteFrames(browser)),
    })
    await poll(() => button(page).innerText()).toMatch(/^Pay on the secure payment page\s+.*49\.90/)
    expect(await page.locator('tender-checkout button:visible').count()).toBe(1)
    expect([asked, await page.locator('tender-checkout iframe').count()]).toEqual([[], 0])
    await button(page).tap()
    await payThere(only, page, plainCard)
    await isAt(only, page, 'shop')
    await allAgree(only, page, orderNumber, 'paid')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the shop may stop it, and nothing is registered', async () => {
    const { page, context, orderNumber } = await begin(only, {})
    await page.evaluate(() => addEventListener('tender-submit', (event) => event.preventDefault(), { once: true }))
    await button(page).click()
    await stateIs(page, 'ready')
    expect(await only.orderAt(orderNumber)).toMatchObject({ errorCode: '6' })
    await button(page).click()
    await isAt(only, page, 'gateway')
    await context.close()
  })

  test('a declined card, then another: each page is of a number of its own', async () => {
    const { page, context, orderNumber } = await begin(only, {})
    await button(page).click()
    await payThere(only, page, poor)
    await isAt(only, page, 'shop')
    await allAgree(only, page, orderNumber, 'declined')
    await button(page).click()
    await payThere(only, page, plainCard)
    await isAt(only, page, 'shop')
    await allAgree(only, page, orderNumber, 'paid', `${orderNumber}-2`)
    await context.close()
  })

  test('a tab that is closed: the page is paid on another device, and the webhook reaches the shop', async () => {
    const { page, context, orderNumber } = await begin(only, {})
    await button(page).click()
    await isAt(only, page, 'gateway')
    const address = page.url()
    await context.close()
    const other = await only.shopper(phone)
    await other.page.goto(address)
    await payThere(only, other.page, plainCard)
    await isAt(only, other.page, 'shop')
    await othersAgree(only, orderNumber, 'paid')
    await other.context.close()
  })
})

test('the browser’s Back shows the page that it kept, which finds the order, gives it up, and pays it anew', async () => {
  const kept = await openKeptShop()
  const env = { TENDER_BANK_PAGE: 'only', TENDER_SHOP_ORIGINS: kept.address }
  const fixture = await openFixture({ env }, keepingPages)
  kept.proxy = fixture.stack.addresses.proxy
  const { page, context } = await fixture.shopper()
  const orderNumber = newOrder()
  await page.goto(`${kept.address}/${orderNumber}`)
  await stateIs(page, 'ready')
  await button(page).click()
  await isAt(fixture, page, 'gateway')
  const former = page.url()
  await page.goBack({ waitUntil: 'commit' })
  await stateIs(page, 'authenticating')
  await poll(() => page.getByTestId('bank-page').getAttribute('href')).toBe(former)
  await page.getByTestId('code-back').click()
  await stateIs(page, 'ready')
  expect(await fixture.orderAt(orderNumber)).toMatchObject({ orderStatus: 6 })
  await button(page).click()
  await payThere(fixture, page, plainCard)
  // Playwright follows no further what a restored page leads to.
  await poll(() => fixture.orderAt(`${orderNumber}-2`)).toMatchObject({ orderStatus: 2 })
  await context.close()
  kept.close()
  await fixture.close()
})

describe('the same page of the shop', () => {
  test('pays on both rungs: one variable of the proxy differs', async () => {
    const both = await openFixture({ env: { TENDER_BANK_PAGE: 'off' } })
    const query = { amount: '129900', currency: '643' }
    const low = await begin(only, { query })
    await button(low.page).click()
    await payThere(only, low.page, plainCard)
    await isAt(only, low.page, 'shop')
    const high = await begin(both, { query })
    await fillCard(high.page, plainCard)
    await pay(high.page)
    await allAgree(only, low.page, low.orderNumber, 'paid')
    await allAgree(both, high.page, high.orderNumber, 'paid')
    await Promise.all([low.context.close(), high.context.close()])
    await both.close()
  })
})

test('beside the card: the shopper leaves for it, comes back without having paid, and pays by card', async () => {
  const both = await openFixture({ env: { TENDER_BANK_PAGE: 'on' } })
  const { page, context } = await both.shopper()
  await noteEvents(context)
  const orderNumber = newOrder()
  const methods = ['card', 'bank-page'].map((name) => ['methods', name])
  await page.goto(`${both.stack.addresses.shop}/?${new URLSearchParams([['orderNumber', orderNumber], ...methods])}`)
  await stateIs(page, 'ready')
  await button(page).click()
  await fillThere(both, page, plainCard)
  const there = page.url()
  const second = await context.newPage()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await isAt(both, page, 'shop')
  await stateIs(page, 'authenticating')
  await second.goto(page.url().replace(/[?&]orderId=[^&]*/, ''))
  await stateIs(second, 'authenticating')
  await page.getByTestId('code-back').click()
  await stateIs(page, 'ready')
  await stateIs(second, 'ready', 'cancelled')
  await fillCard(page, plainCard)
  await pay(page)
  await allAgree(both, page, orderNumber, 'paid', `${orderNumber}-2`)
  await second.goto(there)
  await isAt(both, second, 'shop')
  await context.close()
  await both.close()
})
