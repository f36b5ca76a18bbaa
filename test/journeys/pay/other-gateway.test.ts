import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
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

/** In a browser at the kind of system that differs most from the sandbox’s own; HTTP alone pays at every kind. */
const profile = 'legacy'

let checkout: RunningCheckout
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
  checkout = await startCheckout({ sandbox: { profile }, env: { TENDER_GATEWAY_PROFILE: profile } })
})
afterAll(async () => {
  await closeContexts(browser)
  await checkout.close()
})

async function opened(claims = {}): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  // Its status answers the rouble’s old code.
  await page.goto(await checkout.pageFor({ currency: '643', ...claims }), { waitUntil: 'domcontentloaded' })
  return page
}

async function payByCard(page: Page, card: Parameters<typeof testCard>[0]): Promise<void> {
  await fillCard(page, testCard(card))
  await pay(page)
}

describe('at an older release of a gateway', () => {
  test('a card without money is declined', async () => {
    const page = await opened()
    await payByCard(page, { threeDs: 'none', code: 116 })
    await expectResult(page, 'declined')
  })

  test('a card pays after a challenge, and is stored', async () => {
    const claims = { clientId: 'other-gateway', save: 'required' }
    const first = await opened(claims)
    await payByCard(first, { threeDs: 'challenge', method: true, outcome: 'paid' })
    await completeChallenge(first, 'right')
    await expectResult(first, 'paid')
    const { cards } = await checkout.merchant.cards({ clientId: 'other-gateway' })
    expect(cards).toHaveLength(1)
  })

  test('a card of 3-D Secure 1 pays after the page of the bank, to which the proxy posts', async () => {
    const page = await opened({ orderNumber: 'other-gateway-1' })
    await payByCard(page, { threeDs: 'redirect', outcome: 'paid' })
    await completeChallenge(page, 'right')
    await page.waitForURL((url) => url.hostname === 'localhost')
    expect(await checkout.merchant.order({ orderNumber: 'other-gateway-1' })).toMatchObject({ state: 'paid' })
  })

  test('a wallet pays', async () => {
    const page = await opened()
    await expectResult(page, 'ready')
    await payByWallet(page, 'googlePay')
    await expectResult(page, 'paid')
  })
})
