import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'
import type { ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import { language as en } from '#texts/languages/en.ts'
import { secrets } from '../../../demo/stack.ts'
import { poll } from '../../support/poll.ts'
import { noteEvents } from './agreement.ts'
import { challengeShown } from './challenge.ts'
import { cardFrame, fillCard, newOrder, pay, stateIs, visitAt, type Fixture, type Typed } from './fixture.ts'

/** A shopper with a checkout open. */
export interface Shopper {
  readonly context: BrowserContext
  readonly page: Page
  readonly orderNumber: string
  /** Console errors and page errors. */
  readonly complaints: readonly string[]
}

/** Milliseconds; longer than anything on a page takes. */
const TIMEOUT = 60_000

export interface Beginning {
  readonly device?: BrowserContextOptions
  readonly query?: Readonly<Record<string, string>>
  /** Another page than the shop's. */
  readonly path?: string
  /** The browser has the operator's password; without it, it loads pages faster. */
  readonly isOperator?: boolean
  /** Requests that are blocked, by their glob. */
  readonly blocked?: string
  /** Prepares the browser context before it loads anything. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  /** Fault injection for this order only. */
  readonly faults?: ScenarioChange
}

/** Opens a page with a new order, and waits for the form. */
export async function begin(fixture: Fixture, beginning: Beginning): Promise<Shopper> {
  const shopper = await arrive(fixture, beginning)
  await stateIs(shopper.page, 'ready')
  return shopper
}

/** Opens a page with a new order and does not wait for a state. */
export async function arrive(
  fixture: Fixture,
  { device = {}, query = {}, path = '/', isOperator, blocked, prepare, faults }: Beginning,
): Promise<Shopper> {
  const { shop } = fixture.stack.addresses
  const httpCredentials = { username: 'operator', password: secrets.apiKey, origin: shop }
  const { context, page, complaints } = await fixture.shopper({ ...device, ...(isOperator && { httpCredentials }) })
  await noteEvents(context)
  page.setDefaultTimeout(TIMEOUT)
  if (blocked) await context.route(blocked, (route) => route.abort())
  await prepare?.(context)
  const orderNumber = newOrder()
  if (faults) fixture.stack.switches.orders.set(orderNumber, faults)
  await visitAt(fixture, page, path, { orderNumber, ...query })
  return { context, page, orderNumber, complaints }
}

/** Opens a page with a new order, types a card and presses the button. */
export async function submit(fixture: Fixture, card: Typed, beginning: Beginning = {}): Promise<Shopper> {
  const shopper = await begin(fixture, beginning)
  await fillCard(shopper.page, card)
  await pay(shopper.page)
  return shopper
}

/** The same, up to the bank's question in the dialog. */
export async function atChallenge(fixture: Fixture, card: Typed, beginning: Beginning = {}): Promise<Shopper> {
  const shopper = await submit(fixture, card, beginning)
  await challengeShown(shopper.page)
  return shopper
}

/** Fills in what a payer reads out on the telephone; the form has no field for the code. */
export async function dictate(page: Page, { pan, expiry }: Typed): Promise<void> {
  const frame = cardFrame(page)
  await frame.getByLabel(en.card.number).fill(pan)
  await frame.getByLabel(en.card.expiry).fill(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await frame.getByLabel(en.card.holder).fill('JANE DOE')
  expect(await frame.getByLabel(en.card.cvc).count()).toBe(0)
}

/**
 * Returns to the form after a failed payment: by the screen's button, or at once after a decline that the same card may
 * follow. The frame enables the form one message later than the page.
 */
export async function tryAgain(page: Page): Promise<void> {
  const retry = page.getByTestId('retry')
  await page.locator('tender-checkout').locator('[data-testid=retry], .refusal').waitFor()
  // Before the screen's first paint, Chromium can send a pointer event to the frame before it; no finger is so fast.
  if (await retry.count()) {
    await retry.dispatchEvent('click')
    await stateIs(page, 'ready')
  }
  await poll(() => cardFrame(page).locator('input[readonly]').count()).toBe(0)
}

/** The same, then pays by the card still in the form, of which only the code is missing. */
export async function payAgain(page: Page, cvc: string): Promise<void> {
  await tryAgain(page)
  await cardFrame(page).locator('[autocomplete="cc-csc"]').fill(cvc)
  await pay(page)
}

/** Waits until the whole page has navigated to one of the parties. */
export const isAt = (fixture: Fixture, page: Page, party: 'gateway' | 'acs' | 'shop'): Promise<void> =>
  page.waitForURL(({ origin }) => origin === fixture.stack.addresses[party])
