import type { Page } from 'playwright'
import { isAt } from './shopper.ts'
import type { Fixture, Typed } from './fixture.ts'
import { poll } from '../../support/poll.ts'

/** Fills the form of the gateway's own page. */
export async function fillThere(fixture: Fixture, page: Page, { pan, expiry, cvc }: Typed): Promise<void> {
  await isAt(fixture, page, 'gateway')
  await page.locator('[autocomplete="cc-number"]').fill(pan)
  await page.locator('[autocomplete="cc-exp"]').fill(`${expiry.slice(4)}/${expiry.slice(2, 4)}`)
  await page.locator('[autocomplete="cc-csc"]').fill(cvc)
  await page.locator('[autocomplete="cc-name"]').fill('JANE DOE')
}

/** Submits that form, and does not wait for the result. */
export const sendThere = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Pay' }).click({ noWaitAfter: true })

/** Pays on the gateway's own page. */
export async function payThere(fixture: Fixture, page: Page, card: Typed): Promise<void> {
  await fillThere(fixture, page, card)
  await sendThere(page)
}

/** The text that the shop shows a browser without scripts; Playwright's text selectors ignore `noscript`. */
export const showsWithoutScript = (page: Page, text: string): Promise<void> =>
  poll(() => page.locator('noscript p').allInnerTexts()).toEqual([text])

/** The shop's own button to the gateway's page, for a browser without scripts. */
export const outWithoutScript = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Pay on the secure payment page' }).click()
