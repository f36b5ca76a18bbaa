import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import type { CheckoutState } from '#testing/result.ts'
import { allAgree, othersAgree, shows, type Rest } from '../../journeys/support/agreement.ts'
import { challengeShown, confirmInDialog } from '../../journeys/support/challenge.ts'
import { payThere, showsWithoutScript } from '../../journeys/support/gateway-page.ts'
import { arrive, isAt, tryAgain, type Beginning, type Shopper } from '../../journeys/support/shopper.ts'
import {
  codeIsAsked,
  enterCode,
  fillCard,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../../journeys/support/fixture.ts'
import { atMost } from '../../support/at-most.ts'
import { poll } from '../../support/poll.ts'

/** A shopper in the middle of a payment. */
export interface Walker extends Shopper {
  /** The address of the shop's page with the order. */
  readonly address: string
  /** The order number of the try that the step belongs to. */
  readonly number: string
}

/** How to get to a step of a payment. */
export interface Course {
  readonly beginning: Beginning
  /** The suffix of a further try's order number. */
  readonly suffix?: string
  readonly reach: (walker: Walker) => Promise<void>
}

const WITHOUT_A_LINE = 1_000

/** Shoppers at the same time: with more, a slow machine does not load their frames before the checkout gives up. */
const SHOPPERS = 2

const walkerOf = (shopper: Shopper, { suffix = '' }: Course): Walker => ({
  ...shopper,
  address: shopper.page.url(),
  number: shopper.orderNumber + suffix,
})

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
  await poll(() => checkout.getAttribute('state')).not.toBe('loading')
  if ((await checkout.getAttribute('state')) === 'failed') await page.getByTestId('retry').click()
  return page
}

/**
 * The faults; each returns the page that the shopper then looks at. Those that leave a bank's page come last, so that
 * all can happen one after another.
 */
const faults = {
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

/** The screen that the shopper sees in the end. */
interface Screen {
  readonly isShown: (page: Page) => Promise<unknown>
  /** The same, with nothing still loading, where that takes longer. */
  readonly isSettled?: (page: Page) => Promise<unknown>
  /** Shows that the payment can be continued, and continues it; `seen` is the page that the shopper looks at. */
  readonly goOn?: (fixture: Fixture, seen: Page, walker: Walker) => Promise<void>
  /** The payment's last state then; absent, the order is still to be paid. */
  readonly rest?: Rest
  /** Checks that state on a page without a checkout. */
  readonly reportsRest?: (page: Page) => Promise<void>
}

const standsAt =
  (state: CheckoutState) =>
  (page: Page): Promise<void> =>
    stateIs(page, state)

const screens = {
  ready: { isShown: standsAt('ready') },
  submitting: { isShown: standsAt('submitting') },
  'the way out': { isShown: (page) => page.getByTestId('bank-page').waitFor() },
  // Of two tabs only the first shows the challenge; both show its result.
  authenticating: {
    isShown: standsAt('authenticating'),
    isSettled: challengeShown,
    rest: 'paid',
    async goOn(fixture, seen, { page: first }) {
      const shown = first.isClosed() ? seen : first
      await (isOf(fixture, shown, 'acs') ? enterCode(shown) : confirmInDialog(shown))
      await Promise.all([stateIs(shown, 'paid'), stateIs(seen, 'paid')])
    },
  },
  // After a reload the bank's page is unknown, so the shopper opens it again.
  'one click from the bank': {
    isShown: (page) => page.getByTestId('challenge-confirm').waitFor(),
    rest: 'paid',
    async goOn(fixture, seen, { page: first }) {
      const shown = !first.isClosed() && isOf(fixture, first, 'acs') ? first : seen
      // Chromium can send the pointer event to a frame that the button has just replaced; no finger is so fast.
      if (shown === seen) await seen.getByTestId('challenge-confirm').dispatchEvent('click')
      await isAt(fixture, shown, 'acs')
      await enterCode(shown)
      await Promise.all([stateIs(shown, 'paid'), stateIs(seen, 'paid')])
    },
  },
  'the bank’s page': { isShown: codeIsAsked, rest: 'paid', goOn: (_, seen) => enterCode(seen) },
  'the gateway’s form': {
    isShown: (page) => page.getByRole('button', { name: 'Pay' }).waitFor(),
    rest: 'paid',
    async goOn(fixture, seen) {
      await payThere(fixture, seen, plainCard)
      await isAt(fixture, seen, 'shop')
    },
  },
  // The gateway does not report that its own page is processing an order, so the form is offered until it is paid.
  'the form again, or paid by then': {
    isShown: (page) => stateIs(page, 'ready', 'paid'),
    rest: 'paid',
    async goOn(_, seen) {
      if ((await seen.locator('tender-checkout').getAttribute('state')) === 'paid') return
      await fillCard(seen, plainCard)
      await pay(seen)
    },
  },
  'the gateway’s form, without a script': {
    isShown: (page) => page.getByRole('button', { name: 'Pay' }).waitFor(),
    rest: 'paid',
    async goOn(fixture, seen) {
      await payThere(fixture, seen, plainCard)
      await isAt(fixture, seen, 'shop')
    },
    reportsRest: (page) => showsWithoutScript(page, 'The order is paid.'),
  },
  paid: { isShown: standsAt('paid'), rest: 'paid' },
  held: { isShown: standsAt('held'), rest: 'held' },
  verified: { isShown: standsAt('verified'), rest: 'verified' },
  declined: { isShown: standsAt('declined'), rest: 'declined' },
  // The declined try stays declined, and the next one is open.
  'declined, to be tried again': {
    isShown: standsAt('declined'),
    async goOn(fixture, seen, { orderNumber }) {
      await allAgree(fixture, seen, orderNumber, 'declined')
      await tryAgain(seen)
    },
  },
  cancelled: { isShown: standsAt('cancelled'), rest: 'cancelled' },
} as const satisfies Readonly<Record<string, Screen>>
export type End = keyof typeof screens

const isOf = ({ stack }: Fixture, page: Page, party: 'acs'): boolean =>
  new URL(page.url()).origin === stack.addresses[party]

/** The right screen after each fault. */
export type Row = Readonly<Record<SimulatedEvent, End>>

/** The same screen after every fault. */
export const all = (end: End): Row => Object.fromEntries(Object.keys(faults).map((event) => [event, end])) as Row

/** Goes to a step once for each fault; returns the screen after each, or the error. */
export async function walkRow(
  fixture: Fixture,
  course: () => Promise<Course>,
  row: Partial<Row>,
): Promise<Record<string, string>> {
  const cells = Object.entries(row) as [SimulatedEvent, End][]
  const ended = await atMost(SHOPPERS, cells, async ([event, end]) => [
    event,
    await walk(fixture, await course(), event, end),
  ])
  return Object.fromEntries(ended) as Record<string, string>
}

async function walk(fixture: Fixture, course: Course, event: SimulatedEvent, end: End): Promise<string> {
  const shopper = await arrive(fixture, course.beginning)
  const walker = walkerOf(shopper, course)
  try {
    await course.reach(walker)
    await endOf(fixture, walker, await faults[event](walker), screens[end])
    return end
  } catch (error) {
    return `${String(error).split('\n')[0]} ${await viewOf(shopper.context)}`
  } finally {
    await shopper.context.close()
  }
}

/**
 * Goes to a step once, and applies all its faults one after another; then the payment continues to the step of the next
 * row. Returns the screen after each fault up to the first error, and the error.
 */
export async function walkOn(
  fixture: Fixture,
  course: Course,
  rows: readonly Row[],
): Promise<Record<string, string>[]> {
  const shopper = await arrive(fixture, course.beginning)
  let walker = walkerOf(shopper, course)
  const seen: Record<string, string>[] = []
  try {
    await course.reach(walker)
    for (const row of rows) {
      const cells: Record<string, string> = {}
      seen.push(cells)
      walker = await walkRowOn(fixture, walker, row, cells)
    }
  } catch (error) {
    seen.push({ 'went wrong': `${String(error).split('\n')[0]} ${await viewOf(shopper.context)}` })
  } finally {
    await shopper.context.close()
  }
  return seen
}

/** Records each right screen; the shopper continues on the page of the last fault. */
async function walkRowOn(fixture: Fixture, from: Walker, row: Row, noted: Record<string, string>): Promise<Walker> {
  let walker = from
  const cells = Object.entries(row) as [SimulatedEvent, End][]
  for (const [at, [event, end]] of cells.entries()) {
    const screen: Screen = screens[end]
    const page = await faults[event](walker)
    const isLast = at === cells.length - 1
    await (isLast ? endOf(fixture, walker, page, screen) : (screen.isSettled ?? screen.isShown)(page))
    noted[event] = end
    if (walker.page !== page) await walker.page.close()
    walker = { ...walker, page }
  }
  return walker
}

/** The path and the checkout's state of each page. */
const viewOf = async (context: BrowserContext): Promise<string> =>
  (
    await Promise.all(
      context.pages().map(async (page) => {
        const state = page.locator('tender-checkout').getAttribute('state', { timeout: 1000 })
        return `${new URL(page.url()).pathname} ${await state.catch(() => '-')}`
      }),
    )
  ).join(', ')

/** How many debits of an order the issuer received. */
const debitsOf = ({ stack }: Fixture, orderId: string | undefined): number =>
  stack.journal
    .entries()
    .filter(({ from, what, order }) => from === 'gateway' && what === 'debitCard' && order === orderId).length

async function endOf(fixture: Fixture, walker: Walker, seen: Page, screen: Screen): Promise<void> {
  const { orderNumber, number } = walker
  const { rest, reportsRest } = screen
  await screen.isShown(seen)
  await screen.goOn?.(fixture, seen, walker)
  if (rest) {
    await (reportsRest ? reportsRest(seen) : shows(seen, rest))
    await othersAgree(fixture, orderNumber, rest, number)
  }
  const { orderStatus, attributes } = await fixture.orderAt(number)
  const orderId = attributes?.find(({ name }) => name === 'mdOrder')?.value
  if (rest === 'paid') return expect(debitsOf(fixture, orderId)).toBe(1)
  // An order without a started payment may not be registered yet.
  if (!rest) expect(orderStatus ?? 0).toBe(0)
}

/** Waits until the gateway has received the request, by its journal. */
export const sent = (fixture: Fixture, { orderNumber }: Walker, what: string): Promise<unknown> =>
  poll(async () => {
    const { attributes } = await fixture.orderAt(orderNumber)
    const names = [orderNumber, attributes?.find(({ name }) => name === 'mdOrder')?.value]
    return fixture.stack.journal.entries().some((entry) => entry.what === what && names.includes(entry.order))
  }).toBe(true)
