import type { Page } from 'playwright'
import type { TenderCheckout } from '#element/element.ts'
import type { Fixture } from '../support/fixture.ts'

/** Requests of this address get no answer. */
export const unanswered = (address: string) => (page: Page) => page.route(address, () => new Promise<void>(() => {}))

/** The page never finds that something takes long: its timers of `limit` milliseconds or more never fire. */
export const patient = (page: Page, limit = 4_000) =>
  page.addInitScript((forbidden) => {
    const { setTimeout: later } = globalThis
    const short = (act: () => void, delay = 0): unknown => (delay < forbidden ? later(act, delay) : undefined)
    Object.assign(globalThis, { setTimeout: short })
  }, limit)

/** Milliseconds from the payment to its result, in which the button that was pressed has a tick. */
const TICK = 360

/** The page never comes from the tick to the result. */
export const ticked = (page: Page) =>
  page.addInitScript((forbidden) => {
    const { setTimeout: later } = globalThis
    Object.assign(globalThis, {
      setTimeout: (act: () => void, delay = 0): unknown => (delay === forbidden ? undefined : later(act, delay)),
    })
  }, TICK)

/** Requests of this address get no answer, in a page that never finds that loading takes long. */
export const loading = (address: string) => async (page: Page) => {
  await patient(page)
  await unanswered(address)(page)
}

/**
 * The page stays while it leads to the page of the bank: 204 ends the navigation, since Playwright waits for one that
 * is under way.
 */
export async function notLeaving(page: Page): Promise<void> {
  await page.route('**/acsRedirect.do*', (route) => route.fulfill({ status: 204 }))
  await loading('**/api/outcome')(page)
}

/** The page's clock can be set ahead; requests of this address, if one is given, get no answer. */
export const withClock = (address?: string) => async (page: Page) => {
  await page.clock.install()
  if (address !== undefined) await unanswered(address)(page)
}

/** Milliseconds after which each part of the checkout says that something takes long. */
const LONG = 8_000

/** Requests of this address get no answer: the page says so after five seconds, and does not give up after eight. */
export const slowLoading = (address: string) => async (page: Page) => {
  await withClock(address)(page)
  await patient(page, 6_000)
}

/** What began to wait has waited for long. */
export const waitLong = (page: Page): Promise<void> => page.clock.fastForward(LONG)

/** The session of an order is over, by the page's clock. */
export const timeOver = (page: Page): Promise<void> => page.clock.fastForward(1_200_000)

/** The page is on a device that is pressed by a finger, whatever its screen is. */
export const pressedByFinger = (page: Page) =>
  page.addInitScript(() => {
    const matchMedia = globalThis.matchMedia.bind(globalThis)
    globalThis.matchMedia = (query) => matchMedia(query === '(pointer: coarse)' ? 'all' : query)
  })

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
  await merchant.refund({ orderNumber: await orderOf(page), amount: 4990 })
  await page.reload({ waitUntil: 'domcontentloaded' })
}

/** A minute and a half is left to confirm with the bank, for as long as the page is open: its time stands still. */
export async function timeAlmostOver(page: Page): Promise<void> {
  const [limit, left, minute] = [600_000, 90_000, 60_000]
  await page.clock.setFixedTime(Date.now() + limit - left)
  // The time left is drawn again at least every minute; a timer, which goes on, ends the challenge after ten.
  await page.clock.fastForward(minute)
}

/** Has the gateway decline the order's payments with an action code. */
export async function declineWith(page: Page, { stack }: Fixture, code: number): Promise<void> {
  stack.switches.orders.set(await orderOf(page), { declineWith: code })
}

/** The bank's method page of the order loads, and never reports that it has finished. */
export async function silenceMethodPage(page: Page, { stack }: Fixture): Promise<void> {
  stack.switches.orders.set(await orderOf(page), { methodPage: 'silent' })
}

const orderOf = (page: Page): Promise<string> =>
  page.locator('tender-checkout').evaluate((it) => (it as TenderCheckout).value)
