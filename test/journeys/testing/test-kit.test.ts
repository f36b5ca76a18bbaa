import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkoutFixture,
  completeChallenge,
  expectResult,
  fillCard,
  pay,
  payByWallet,
  startCheckout,
  testCard,
  type RunningCheckout,
} from '../../../server/testing.ts'
import { closeContexts, sharedBrowser } from '../support/browser.ts'
import { inFull, share } from '../../support/extent.ts'

let checkout: RunningCheckout
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
  checkout = await startCheckout()
})
afterAll(async () => {
  await closeContexts(browser)
  await checkout.close()
})

const challenge = testCard({ threeDs: 'challenge', outcome: 'paid' })

/** Opens the page of the kit with a new order. */
async function opened(claims = {}): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(await checkout.pageFor(claims), { waitUntil: 'domcontentloaded' })
  return page
}

const answers = [
  ['right', 'paid'],
  ['wrong', 'declined'],
  ['cancel', 'cancelled'],
] as const

describe('the helpers for tests of shops', () => {
  test('pay by a card, and the order is the one that was asked for', async () => {
    const page = await opened({ orderNumber: 'kit-1', amount: 1250 })
    await fillCard(page, testCard({ threeDs: 'none', outcome: 'paid' }), { keyByKey: true })
    await pay(page)
    await expectResult(page, 'paid')
    expect(await checkout.merchant.order({ orderNumber: 'kit-1' })).toMatchObject({
      state: 'paid',
      current: { amount: 1250 },
    })
  })

  test.each(share(answers, 3))('answer the bank’s question: %s, and the order is %s', async (end, state) => {
    const page = await opened()
    await fillCard(page, challenge)
    await pay(page)
    await completeChallenge(page, end)
    await expectResult(page, state)
  })

  test('pay by a wallet, or close its sheet', async () => {
    const page = await opened()
    await expectResult(page, 'ready')
    await payByWallet(page, 'googlePay', { cancels: true })
    await expectResult(page, 'ready')
    await payByWallet(page, 'googlePay')
    await expectResult(page, 'paid')
  })

  test('name what is wrong in the form, and the state that the checkout is in', async () => {
    const page = await opened()
    await fillCard(page, { ...challenge, cvc: '' })
    await expect(pay(page)).rejects.toThrow('The card form shows an error: cvc')
    await expect(expectResult(page, 'paid', { timeout: 500 })).rejects.toThrow('The checkout is ready, and not paid.')
    expect(() => testCard({ brand: 'visa', outcome: 'paid', code: 1 })).toThrow('No test card has')
  })

  inFull('say what to do first where another screen is shown in place of the form', async () => {
    const page = await opened()
    const paying = testCard({ threeDs: 'none', outcome: 'paid' })
    await fillCard(page, testCard({ threeDs: 'none', code: 208 }))
    await pay(page)
    await expectResult(page, 'declined')
    await expect(fillCard(page, paying)).rejects.toThrow(
      "The card form is not shown: the checkout is declined. Press its button first: page.getByTestId('retry')",
    )
    await page.getByTestId('retry').dispatchEvent('click')
    await fillCard(page, paying)
    await pay(page)
    await expectResult(page, 'paid')
    await expect(fillCard(page, paying)).rejects.toThrow('The card form is not shown: the checkout is paid.')
  })

  inFull('say that the form shows stored cards', async () => {
    const client = { clientId: 'kit', save: 'required' } as const
    const card = testCard({ threeDs: 'none', outcome: 'paid' })
    const page = await opened(client)
    await fillCard(page, card)
    await pay(page)
    await expectResult(page, 'paid')
    const next = await opened(client)
    await expectResult(next, 'ready')
    await expect(fillCard(next, card)).rejects.toThrow('it shows the stored cards. Press use-another-card in it first.')
  })

  test('take two checkouts at once, each on ports of its own, as a fixture of Playwright', async () => {
    const [start, { scope }] = checkoutFixture({ shop: 'http://localhost:3000' })
    let address = ''
    await start({}, async ({ proxy }) => {
      address = proxy
      expect(proxy).not.toBe(checkout.proxy)
      expect((await fetch(`${proxy}/readyz`)).status).toBe(200)
    })
    await expect(fetch(`${address}/healthz`)).rejects.toThrow()
    expect(scope).toBe('worker')
    expect(String(start)).toMatch(/^async \(\{\s*\}, use\)/)
  })
})
