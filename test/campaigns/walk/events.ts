import type { Page } from 'playwright'
import type { Shopper } from '../../journeys/support/shopper.ts'
import { poll } from '../../support/poll.ts'

/** A shopper in the middle of a payment. */
export interface Walker extends Shopper {
  /** The address of the shop's page with the order. */
  readonly address: string
  /** The order number of the try that the step belongs to. */
  readonly number: string
}

const WITHOUT_A_LINE = 1_000

/** The address of a reopened tab: the shop's when the last page was posted, since its own address is not enough. */
function addressOf({ page, address }: Walker): string {
  const { origin, pathname } = new URL(page.url())
  return origin === new URL(address).origin || pathname.includes('/payment_') ? page.url() : address
}

/** Ignores errors by which the browser itself refuses a step, and throws all others. */
const butFor =
  (...refusals: readonly string[]) =>
  (error: unknown): void => {
    if (!refusals.some((what) => String(error).includes(what))) throw error
  }

/** Opens the shop again when there is no page or one without a checkout, and presses Retry after a failed load. */
async function regained({ page, address }: Walker): Promise<Page> {
  const checkout = page.locator('tender-checkout')
  await page.waitForLoadState()
  const isLost = page.url().startsWith('chrome-error:') || (await page.locator('tender-checkout:not(:defined)').count())
  if (isLost) await page.goto(address)
  if (!(await checkout.count())) return page
  await poll(() => checkout.getAttribute('state')).not.toBe(null)
  if ((await checkout.getAttribute('state')) === 'failed') await page.getByTestId('retry').click()
  return page
}

/**
 * The faults; each returns the page that the shopper then looks at. Those that leave a bank's page come last, so that
 * all can happen one after another.
 */
export const faults = {
  reload: async ({ page }) => {
    // The page may navigate by itself at that moment, and is reloaded all the same.
    await page.reload().catch(butFor('ERR_ABORTED', 'Not attached to an active page'))
    return page
  },
  'offline, then online': async (walker) => {
    await walker.context.setOffline(true)
    await walker.page.waitForTimeout(WITHOUT_A_LINE)
    await walker.context.setOffline(false)
    return regained(walker)
  },
  'away and back': async ({ page, address }) => {
    await page.goto('about:blank').catch(butFor('interrupted'))
    await page.goBack().catch(async (error: unknown) => {
      // A browser does not show a posted page again.
      butFor('ERR_CACHE_MISS')(error)
      await page.waitForURL(({ protocol }) => protocol === 'chrome-error:')
      await page.goto(address)
    })
    return page
  },
  'close and reopen': async (walker) => {
    const [address, opened] = [addressOf(walker), await walker.context.newPage()]
    await walker.page.close()
    await opened.goto(address)
    return opened
  },
  'second tab': async (walker) => {
    const second = await walker.context.newPage()
    await second.goto(addressOf(walker))
    return second
  },
} as const satisfies Readonly<Record<string, (walker: Walker) => Promise<Page>>>
export type SimulatedEvent = keyof typeof faults
