import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { en } from '#texts/en.ts'
import { secrets } from '../../../demo/town.ts'
import { allAgree } from '../support/agreement.ts'
import { arrive } from '../support/shopper.ts'
import { cardFrame, inWallet, newOrder, openStage, stateIs, type Stage } from '../support/stage.ts'
import { poll } from '../../support/poll.ts'

/** Milliseconds; long enough for a busy machine to load the page and to open a wallet in. */
const FENCE = 20_000

const env = { TENDER_LOCK_TTL_MS: String(FENCE), TENDER_GATEWAY_TIMEOUT_MS: '5000' }

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env })
})
afterAll(() => stage.close())

/** Puts an order on the shop's page whose ticket does not say when it was signed. */
async function presentUndated(page: Page, orderNumber: string): Promise<void> {
  const claims = { orderNumber, amount: 1000, currency: '978', returnUrl: `${stage.town.addresses.shop}/` }
  const ticket = await signOrder({ ...claims, iat: undefined } as unknown as typeof claims, secrets.ticketSecret)
  await page.locator('tender-checkout').evaluate((checkout, order) => checkout.setAttribute('order', order), ticket)
}

const payByWallet = (page: Page): Promise<void> => inWallet(page, 'walletB', 'wallet-confirm', 'device-mastercard')

const paymentsSent = (orderNumber: string): number =>
  stage.town.journal
    .entries()
    .filter(({ from, order, what }) => from === 'proxy' && order === orderNumber && what.startsWith('payment')).length

test('just after a start the form of an undated ticket opens, and a wallet’s payment waits and is made', async () => {
  const { page, context } = await arrive(stage, {})
  const orderNumber = newOrder()
  await stage.town.restartProxy()
  await presentUndated(page, orderNumber)
  await stateIs(page, 'ready')
  await poll(() => cardFrame(page).getByTestId('pay').innerText()).toContain('10.00')
  await stage.town.restartProxy()
  const startedAt = performance.now()
  await payByWallet(page)
  // Of a wallet the element itself says it, beside its button.
  const note = page.locator('tender-checkout [role=alert]')
  await poll(() => note.innerText()).toBe(en.checkout.troubleWait)
  await stateIs(page, 'ready')
  expect(paymentsSent(orderNumber)).toBe(0)
  await page.waitForTimeout(FENCE - (performance.now() - startedAt))
  await payByWallet(page)
  await allAgree(stage, page, orderNumber, 'paid')
  expect(paymentsSent(orderNumber)).toBe(1)
  await context.close()
})
