import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { language as en } from '#texts/languages/en.ts'
import { secrets } from '../../../demo/stack.ts'
import { allAgree } from '../support/agreement.ts'
import { arrive } from '../support/shopper.ts'
import { cardFrame, inWallet, newOrder, openForFile, stateIs } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

/** Milliseconds; long enough for a busy machine to load the page and to open a wallet in. */
const LOCK_TTL = 20_000

const env = { TENDER_LOCK_TTL_MS: String(LOCK_TTL), TENDER_GATEWAY_TIMEOUT_MS: '5000' }

const fixture = await openForFile({ env })

/** Puts an order on the shop's page whose ticket has no date of signing. */
async function presentUndated(page: Page, orderNumber: string): Promise<void> {
  const claims = { orderNumber, amount: 1000, currency: '978', returnUrl: `${fixture.stack.addresses.shop}/` }
  const ticket = await signOrder({ ...claims, iat: undefined } as unknown as typeof claims, secrets.ticketSecret)
  await page.locator('tender-checkout').evaluate((checkout, order) => checkout.setAttribute('order', order), ticket)
}

const payByWallet = (page: Page): Promise<void> => inWallet(page, 'googlePay', 'wallet-confirm', 'device-mastercard')

const paymentsSent = (orderNumber: string): number =>
  fixture.stack.journal
    .entries()
    .filter(({ from, order, what }) => from === 'proxy' && order === orderNumber && what.startsWith('payment')).length

test('just after a start the form of an undated ticket opens, and a wallet’s payment waits and is made', async () => {
  const { page } = await arrive(fixture, {})
  const orderNumber = newOrder()
  await fixture.stack.restartProxy()
  await presentUndated(page, orderNumber)
  await stateIs(page, 'ready')
  await poll(() => cardFrame(page).getByTestId('pay').innerText()).toContain('10.00')
  await fixture.stack.restartProxy()
  const startedAt = performance.now()
  await payByWallet(page)
  // For a wallet the element itself shows the note, beside the wallet's button.
  const note = page.locator('tender-checkout [role=alert]')
  await poll(() => note.innerText()).toBe(en.checkout.troubleWait)
  await stateIs(page, 'ready')
  expect(paymentsSent(orderNumber)).toBe(0)
  await page.waitForTimeout(LOCK_TTL - (performance.now() - startedAt))
  await payByWallet(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(paymentsSent(orderNumber)).toBe(1)
})
