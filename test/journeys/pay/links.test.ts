import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { lastWebhook } from '../support/agreement.ts'
import { outWithoutScript, payThere } from '../support/gateway-page.ts'
import {
  acsFrame,
  challengeCard,
  enterCode,
  fillCard,
  newOrder,
  openFixture,
  pay,
  plainCard,
  screens,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ env: { TENDER_SHOP_NAME: 'Tea & more', TENDER_SHOP_SUPPORT: '+371 6000 0000' } })
})
afterAll(() => fixture.close())

async function newLink() {
  const orderNumber = newOrder()
  const order = { orderNumber, amount: 4990, currency: '978', description: 'Two tickets' }
  return { orderNumber, ...(await fixture.merchant.link({ order })) }
}

/** What the receipt says, by its labels. */
async function receiptOn(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.locator('main dl').waitFor()
  const rows = await page.locator('main dl div').all()
  const cells = await Promise.all(rows.map(async (row) => row.locator('dt, dd').allInnerTexts()))
  return Object.fromEntries(cells)
}

async function isReceiptOf(page: Page, orderNumber: string): Promise<void> {
  const shown = await receiptOn(page)
  const { cardAuthInfo, authRefNum } = await fixture.orderAt(orderNumber)
  expect(shown).toMatchObject({
    [en.receiptWords.shop]: 'Tea & more',
    [en.receiptWords.support]: '+371 6000 0000',
    [en.checkout.receiptAmount]: '€49.90',
    [en.checkout.receiptOrder]: orderNumber,
    [en.receiptWords.approvalCode]: cardAuthInfo!.approvalCode,
    [en.receiptWords.refNum]: authRefNum,
  })
}

describe.each(screens)('a payment link, on a %s', (_, device) => {
  test('a card pays, confirmed at its bank; the page is then the receipt, also when it is opened again', async () => {
    const { url, orderNumber } = await newLink()
    const { page, context, complaints } = await fixture.shopper(device)
    await page.goto(url)
    expect(await page.locator('main > p').allInnerTexts()).toEqual(['Two tickets', '€49.90'])
    await stateIs(page, 'ready')
    await fillCard(page, challengeCard)
    await pay(page)
    await enterCode(acsFrame(page))
    await isReceiptOf(page, orderNumber)
    expect(await page.getByRole('button', { name: en.receiptWords.print }).isVisible()).toBe(true)
    // In the payer's own zone, which no server knows.
    const { authDateTime } = await fixture.orderAt(orderNumber)
    const time = await page.evaluate(
      (at) => new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
      authDateTime!,
    )
    expect((await receiptOn(page))[en.checkout.receiptDate]).toBe(time)
    expect(complaints).toEqual([])
    await poll(() => lastWebhook(fixture, orderNumber)).toMatchObject({ type: 'order.paid' })
    await context.close()
    const later = await fixture.shopper(device)
    await later.page.goto(url)
    await isReceiptOf(later.page, orderNumber)
    expect(await later.page.locator('tender-checkout').count()).toBe(0)
    await later.context.close()
  })

  test('without JavaScript the bank’s page takes the card, and leads back to the receipt', async () => {
    const { url, orderNumber } = await newLink()
    const { page, context } = await fixture.shopper({ ...device, javaScriptEnabled: false })
    await page.goto(url)
    await outWithoutScript(page)
    await payThere(fixture, page, plainCard)
    await page.waitForURL((address) => address.href.startsWith(url))
    await isReceiptOf(page, orderNumber)
    await poll(() => lastWebhook(fixture, orderNumber)).toMatchObject({ type: 'order.paid' })
    await context.close()
  })
})

test('no page can frame a link', async () => {
  const { url } = await newLink()
  const { page, context } = await fixture.shopper()
  await page.goto(`${fixture.stack.addresses.shop}/style/page.css`)
  await page.setContent(`<iframe src="${url}"></iframe>`)
  const frame = page.frames()[1]!
  await poll(() => frame.url()).toMatch(/^chrome-error:/)
  await context.close()
})
