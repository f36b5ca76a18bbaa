import type { Page } from 'playwright'
import type { TenderCheckout } from '#element/element.ts'
import type { Fixture } from '../support/fixture.ts'

/** Requests of this address get no answer. */
export const unanswered = (address: string) => (page: Page) => page.route(address, () => new Promise<void>(() => {}))

/** The same, in a page that never finds that loading takes long, however slow the machine is. */
export const loading = (address: string) => async (page: Page) => {
  await page.addInitScript(() => {
    const { setTimeout: later } = globalThis
    const patient = (act: () => void, delay = 0): unknown => (delay < 4000 ? later(act, delay) : undefined)
    Object.assign(globalThis, { setTimeout: patient })
  })
  await unanswered(address)(page)
}

/** The proxy offers no wallet. */
export const withoutOffers = (page: Page) =>
  page.route('**/api/checkout', async (route) => {
    const response = await route.fetch({
      headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' },
    })
    await route.fulfill({ response, json: { ...((await response.json()) as object), wallets: {} } })
  })

export const connectionLost = (page: Page): Promise<void> => page.context().setOffline(true)

/** Adds the same checkout anew, without a connection. */
export async function replaceOffline(page: Page): Promise<void> {
  await connectionLost(page)
  await page.locator('tender-checkout').evaluate((old) => {
    const added = document.createElement('tender-checkout')
    for (const { name, value } of old.attributes) if (name !== 'state') added.setAttribute(name, value)
    old.replaceWith(added)
  })
}

/** Gives a paid order back, as the shop does, and opens its page again. */
export async function refundAndReload(page: Page, { merchant }: Fixture): Promise<void> {
  const orderNumber = await page.locator('tender-checkout').evaluate((it) => (it as TenderCheckout).value)
  await merchant.refund({ orderNumber, amount: 4990 })
  await page.reload({ waitUntil: 'domcontentloaded' })
}
