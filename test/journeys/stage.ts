import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type FrameLocator,
  type Page,
} from 'playwright'
import { expect } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { OrderState } from '#contract/gateway/orders.ts'
import { client } from '#contract/wire/client.ts'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import { openTown, type Town, type TownOptions } from '../../demo/town.ts'
import { chromiumOptions } from '../setup/chromium.ts'

/** The whole town on real sockets, and a browser to walk through it. */
export interface Stage {
  readonly town: Town
  readonly browser: Browser
  /** Everything that the proxy has logged. */
  readonly log: string[]
  /** A fresh shopper: a context of its own, with whatever the page complains of. */
  shopper(options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page; complaints: string[] }>
  orderAt(orderNumber: string): Promise<OrderState>
  /** Captures a held order, as the merchant's server does; minor units. */
  deposit(orderNumber: string, amount: number): Promise<void>
  close(): Promise<void>
}

export async function openStage(options: Partial<TownOptions> = {}): Promise<Stage> {
  const log: string[] = []
  const town = await openTown({ port: 0, log: (line) => void log.push(line), ...options })
  const browser = await chromium.launch(chromiumOptions)
  const { userName, password } = town.credentials.gateway
  const gateway = client(gatewayApi, town.addresses.gateway, (request) => fetch(request))
  return {
    town,
    browser,
    log,
    async shopper(wanted) {
      const context = await browser.newContext(wanted)
      const page = await context.newPage()
      return { context, page, complaints: complaintsOf(page) }
    },
    orderAt: (orderNumber) => gateway.getOrderStatusExtended({ userName, password, orderNumber }),
    async deposit(orderNumber, amount) {
      const { attributes } = await gateway.getOrderStatusExtended({ userName, password, orderNumber })
      const orderId = attributes!.find(({ name }) => name === 'mdOrder')!.value
      await gateway.deposit({ userName, password, orderId, amount })
    },
    async close() {
      await browser.close()
      await town.close()
    },
  }
}

/** Console errors and page errors, which an undisturbed payment must not have. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

let orders = 0

/** An order number that no other journey uses. */
export const newOrder = (): string => `journey-${process.pid}-${(orders += 1)}`

/** Opens the shop with an order; what the query leaves out is the shop's default. */
export async function visit(
  stage: Stage,
  page: Page,
  orderNumber: string,
  query: Record<string, string> = {},
): Promise<void> {
  await page.goto(`${stage.town.addresses.shop}/?${new URLSearchParams({ orderNumber, ...query }).toString()}`)
}

export const challengeCard = testCards.find(({ threeDs, method }) => threeDs === 'challenge' && method)!
export const plainCard = testCards.find(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid')!

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('tender-checkout iframe[src$="/card"]')

export const acsFrame = (page: Page): FrameLocator =>
  page.frameLocator('tender-checkout iframe[src$="/3ds"]').frameLocator('iframe[name="challenge"]')

type Typed = Pick<TestCard, 'pan' | 'expiry' | 'cvc'>

export async function typeCard(page: Page, { pan, expiry, cvc }: Typed): Promise<void> {
  const frame = cardFrame(page)
  await frame.locator('[autocomplete="cc-number"]').pressSequentially(pan)
  await frame.locator('[autocomplete="cc-exp"]').pressSequentially(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await frame.locator('[autocomplete="cc-csc"]').pressSequentially(cvc)
  await frame.locator('[autocomplete="cc-name"]').fill('JANE DOE')
}

export const pay = (page: Page): Promise<void> => cardFrame(page).getByTestId('pay').click()

/** Waits until the checkout stands at a state, and says where it stood when it never did. */
export async function stateIs(page: Page, ...states: readonly string[]): Promise<void> {
  const checkout = page.locator('tender-checkout')
  await expect
    .poll(() => checkout.getAttribute('state'), { timeout: 25_000, interval: 50 })
    .toSatisfy((state: string) => states.includes(state), `one of ${states.join(', ')}`)
}

/** Where the shopper types the bank's code: in a frame or on a page. */
type Place = Page | FrameLocator

export async function enterCode(place: Place, code?: string): Promise<void> {
  const shown = await place.getByTestId('sms-code').innerText()
  await place.locator('[autocomplete="one-time-code"]').fill(code ?? shown)
  await place.locator('button[type="submit"]:not([name])').click()
}

export const cancelAt = (place: Place): Promise<void> => place.locator('button[name="cancel"]').click()
