import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { payBySbp } from '../../../server/testing.ts'
import { poll } from '../../support/poll.ts'
import { allAgree } from '../support/agreement.ts'
import { cardFrame, fillCard, openForFile, pay, phone, plainCard, stateIs } from '../support/fixture.ts'
import { begin, tryAgain, type Beginning } from '../support/shopper.ts'

const fixture = await openForFile()

const roubles = { query: { currency: '643', amount: '129900' } } as const satisfies Beginning

const heading = (page: Page): Promise<string> => page.locator('tender-checkout .screen h2').innerText()

/** Opens an order in roubles, and gets a code for it. */
async function atCode(beginning: Beginning = {}) {
  const shopper = await begin(fixture, { ...roubles, ...beginning })
  await shopper.page.getByTestId('code-sbp').click()
  await shopper.page.getByTestId('code-app').waitFor()
  return shopper
}

/** Opens the bank's app by its link, which opens another tab, and acts in it. */
async function inApp(context: BrowserContext, open: () => Promise<unknown>, act: 'confirm' | 'decline'): Promise<void> {
  const [app] = await Promise.all([context.waitForEvent('page'), open()])
  await app.getByRole('link').first().click()
  await app.locator(`button[value=${act}]`).click()
  // Chromium can drop the request to close a page that is just navigating; Playwright then waits forever (#41900).
  await app.getByRole('status').waitFor()
  await app.close()
}

/** How an order was paid, as the gateway returns it. */
const methodOf = async (number: string): Promise<string | undefined> => (await fixture.orderAt(number)).paymentWay

test('on a desktop the bank’s app pays in another tab; only the code for that is loaded, once it is chosen', async () => {
  const chunks: string[] = []
  const { page, context, orderNumber, complaints } = await begin(fixture, {
    ...roubles,
    prepare: async (browser) =>
      browser.pages()[0]!.on('request', (request) => void chunks.push(new URL(request.url()).pathname)),
  })
  const loaded = (name: string) => chunks.some((path) => new RegExp(`/chunks/${name}-[\\w-]+\\.js$`).test(path))
  expect([loaded('express'), loaded('code'), loaded('three-ds')]).toEqual([true, false, false])
  await page.getByTestId('code-sbp').click()
  await page.getByTestId('code-qr').waitFor()
  expect([loaded('code'), loaded('three-ds')]).toEqual([true, false])
  await inApp(context, () => page.getByTestId('code-app').click(), 'confirm')
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(complaints).toEqual([])
})

test('on a phone the payer declines in the app, and pays by card', async () => {
  const { page, context, orderNumber } = await atCode({ device: phone })
  expect(await page.getByTestId('code-qr').isVisible()).toBe(false)
  await inApp(context, () => page.getByTestId('code-app').tap(), 'decline')
  await allAgree(fixture, page, orderNumber, 'cancelled')
  await tryAgain(page)
  await fillCard(page, plainCard)
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
})

test('by the keyboard alone', async () => {
  const { page, context, orderNumber } = await begin(fixture, roubles)
  const focused = () =>
    page.evaluate(() => {
      let at = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      return at?.getAttribute('data-testid') ?? at?.tagName
    })
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab')
    expect(await focused()).toBe(name)
  }
  await tabTo('code-sbp')
  await page.keyboard.press('Enter')
  await poll(focused).toBe('H2')
  await tabTo('code-back')
  await page.keyboard.press('Enter')
  await stateIs(page, 'ready')
  await poll(focused).toBe('code-sbp')
  await page.keyboard.press('Enter')
  await poll(focused).toBe('H2')
  await tabTo('code-app')
  await inApp(context, () => page.keyboard.press('Enter'), 'confirm')
  await allAgree(fixture, page, orderNumber, 'paid')
  await poll(focused).toBe('H2')
})

describe('the way back to the card', () => {
  test('has the form as it was, and the card pays the order', async () => {
    const { page, orderNumber } = await begin(fixture, roubles)
    await fillCard(page, plainCard)
    await page.getByTestId('code-sbp').click()
    await page.getByTestId('code-back').click()
    await stateIs(page, 'ready')
    await poll(() => cardFrame(page).locator('input[readonly]').count()).toBe(0)
    const value = (field: string) => cardFrame(page).locator(`[autocomplete="${field}"]`).inputValue()
    expect((await value('cc-number')).replaceAll(' ', '')).toBe(plainCard.pan)
    expect(await value('cc-csc')).not.toBe('')
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await methodOf(orderNumber)).toBe('CARD')
  })

  test('is closed once the bank has accepted the payment, which is then told as paid, once', async () => {
    const { page, orderNumber } = await begin(fixture, roubles)
    await fillCard(page, plainCard)
    await page.getByTestId('code-sbp').click()
    const address = await page.getByTestId('code-app').getAttribute('href')
    await payBySbp(page, { act: 'wait', isShown: true })
    await page.getByTestId('code-back').click()
    await poll(() => heading(page)).toBe(en.checkout.codeAccepted)
    expect(await page.getByTestId('code-back').count()).toBe(0)
    await page.request.post(`${address}?bank=alder`, { form: { act: 'confirm' } })
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await methodOf(orderNumber)).toBe('SBP_C2B')
  })
})

test('a reloaded page shows the code that may still be paid, and the payment', async () => {
  const { page, orderNumber } = await atCode()
  const address = await page.getByTestId('code-app').getAttribute('href')
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.getByTestId('code-app').waitFor()
  expect(await page.getByTestId('code-app').getAttribute('href')).toBe(address)
  await payBySbp(page, { isShown: true })
  await allAgree(fixture, page, orderNumber, 'paid')
})

describe('a code that has run out', () => {
  /** With a card typed before. */
  async function over() {
    const shopper = await begin(fixture, {
      ...roubles,
      prepare: (browser) => browser.pages()[0]!.clock.install(),
    })
    const { page } = shopper
    await fillCard(page, plainCard)
    await page.getByTestId('code-sbp').click()
    const address = await page.getByTestId('code-app').getAttribute('href')
    // The clock is shared by the whole stack, so no other shopper may pay during these tests.
    fixture.stack.clock.forward(1_200_000)
    await page.clock.fastForward(1_200_000)
    await poll(() => heading(page)).toBe(en.checkout.codeOver)
    return { ...shopper, address }
  }

  test('is replaced by another one, which pays', async () => {
    const { page, address } = await over()
    await page.getByTestId('code-new').click()
    await page.getByTestId('code-app').waitFor()
    expect(await page.getByTestId('code-app').getAttribute('href')).not.toBe(address)
    await payBySbp(page, { isShown: true })
    await stateIs(page, 'paid')
  })

  test('leads back to the form as it was, and the card pays the next number', async () => {
    const { page, orderNumber } = await over()
    await page.getByTestId('code-back').click()
    await stateIs(page, 'ready')
    await pay(page)
    await stateIs(page, 'paid')
    expect(await fixture.orderAt(`${orderNumber}-2`)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
  })
})
