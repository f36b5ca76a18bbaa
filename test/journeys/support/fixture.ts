import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright'
import { afterAll, afterEach } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { client } from '#contract/wire/client.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import { cardFrame, type TypedCard } from '#testing/card-form.ts'
import * as kit from '../../../server/testing.ts'
import { openStack, secrets, type Stack, type StackOptions } from '../../../demo/stack.ts'
import { press, pressUntilItCounts } from '../../support/press.ts'
import { launchChromium, type chromiumOptions } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { isFull } from '../../support/extent.ts'
import { closeContexts, sharedBrowser } from './browser.ts'

/** The whole stack on real sockets, and a browser. */
export interface Fixture {
  readonly stack: Stack
  readonly browser: Browser
  /** Everything that the proxy has logged. */
  readonly log: string[]
  /** A new shopper: a browser context of its own, with the errors of its page. */
  shopper(options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page; complaints: string[] }>
  orderAt(orderNumber: string): Promise<OrderState>
  /** The client of the proxy's merchant API, as the merchant's own server uses it. */
  readonly merchant: MerchantClient
  /** Has the gateway store a card of a client, as an earlier order by telephone would. */
  store(clientId: string, card: Typed): Promise<void>
  /** Sends the proxy a request with the ticket of a page's checkout, without the card frame. */
  askProxy(page: Page, path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>
  /** Captures a held order, as the merchant's server does; minor units. */
  deposit(orderNumber: string, amount: number): Promise<void>
  close(): Promise<void>
}

/** Opens the stack; `launching` is for a browser of its own, with other options. */
export async function openFixture(
  options: Partial<StackOptions> = {},
  launching?: typeof chromiumOptions,
): Promise<Fixture> {
  const log: string[] = []
  const stack = await openStack({ port: 0, log: (line) => void log.push(line), ...options })
  const browser = await (launching ? launchChromium(launching) : sharedBrowser())
  const { userName, password } = stack.credentials.gateway
  const gateway = client(gatewayApi, stack.addresses.gateway, fetch)
  const { addresses } = stack
  return {
    stack,
    browser,
    merchant: merchantClient({ base: addresses.proxy, apiKey: secrets.apiKey, fetch }),
    async store(clientId, { pan, expiry }) {
      const features = ['FORCE_CREATE_BINDING']
      const order = { orderNumber: newOrder(), amount: 100, returnUrl: addresses.shop, cardholder: 'JANE DOE' }
      await gateway.motoPayment({ userName, password, ...order, clientId, pan, expiry, features })
    },
    async askProxy(page, path, body) {
      const ticket = await page.locator('tender-checkout').getAttribute('order')
      const answer = await fetch(addresses.proxy + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ticket}`,
          'content-type': 'application/json',
          origin: addresses.proxy,
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    log,
    async shopper(wanted) {
      const context = await browser.newContext(wanted)
      const page = await context.newPage()
      return { context, page, complaints: complaintsOf(page) }
    },
    orderAt: orderReader(stack),
    async deposit(orderNumber, amount) {
      const { attributes } = await gateway.getOrderStatusExtended({ userName, password, orderNumber })
      const orderId = attributes!.find(({ name }) => name === 'mdOrder')!.value
      await gateway.deposit({ userName, password, orderId, amount })
    },
    async close() {
      await Promise.all([launching ? browser.close() : closeContexts(browser), stack.close()])
    },
  }
}

/** The same for the tests of a file: it ends with them, and what a test has opened in the browser ends with the test. */
export async function openForFile(...options: Parameters<typeof openFixture>): Promise<Fixture> {
  const fixture = await openFixture(...options)
  afterEach(() => closeContexts(fixture.browser))
  afterAll(() => fixture.close())
  return fixture
}

/** Reads an order's status at the gateway, by its number. */
export function orderReader({ addresses, credentials }: Stack): Fixture['orderAt'] {
  const { userName, password } = credentials.gateway
  const gateway = client(gatewayApi, addresses.gateway, fetch)
  return (orderNumber) => gateway.getOrderStatusExtended({ userName, password, orderNumber })
}

/**
 * Collects console errors and page errors, which an undisturbed payment must not have. A busy proxy refuses a request
 * with 503; once the frame has repeated it, only the answer to the repeated one may be an error. A success is not waited
 * for, since the browser does not report it once the page is left.
 */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (isComplaint(message.type(), message.text())) complaints.push(message.text())
  })
  page.on('response', (response) => void (response.status() === 503 && complaints.push(refusalOf(response.url()))))
  page.on('request', (request) => {
    const place = complaints.indexOf(refusalOf(request.url()))
    if (place >= 0) complaints.splice(place, 1)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** An error, or what a browser says of a focus that the checkout asks for at the wrong time. */
const isComplaint = (type: string, text: string): boolean =>
  (type === 'error' && !isRefusal(text)) || text.startsWith('Autofocus processing')

const isRefusal = (text: string): boolean => text.includes('a status of 503')
const refusalOf = (url: string): string => `503 from ${url}`

let orders = 0

/** A client id that no other journey uses. */
export const newClient = (): string => `client-${process.pid}-${(orders += 1)}`

/** An order number that no other journey uses. */
export const newOrder = (): string => `journey-${process.pid}-${(orders += 1)}`

/** Opens the shop with an order; the shop has defaults for what the query leaves out. */
export async function visit(
  fixture: Fixture,
  page: Page,
  orderNumber: string,
  query: Record<string, string> = {},
): Promise<void> {
  await visitAt(fixture, page, '/', { orderNumber, ...query })
}

/** Opens a page of the shop; the page's `load` waits for the card frame, which a test may hold back. */
export async function visitAt(
  fixture: Fixture,
  page: Page,
  path: string,
  query: Record<string, string>,
): Promise<void> {
  const address = `${fixture.stack.addresses.shop}${path}?${new URLSearchParams(query).toString()}`
  await page.goto(address, { waitUntil: 'domcontentloaded' })
}

export const challengeCard = testCards.find(({ threeDs, method }) => threeDs === 'challenge' && method)!
export const plainCard = testCards.find(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid')!

export { cardFrame }

export const acsFrame = (page: Page): FrameLocator =>
  page.frameLocator('tender-checkout iframe[src*="/3ds?"]').frameLocator('iframe[name="challenge"]')

/** Opens a wallet and presses one of its buttons, after choosing a card where one is named. */
export const inWallet = (
  page: Page,
  wallet: 'applePay' | 'googlePay',
  button: 'wallet-confirm' | 'wallet-cancel',
  card?: string,
): Promise<void> =>
  kit.payByWallet(page, wallet, { cancels: button === 'wallet-cancel', ...(card !== undefined && { card }) })

/** The fields of a card that a shopper fills in. */
export type Typed = TypedCard

export const typeCard = (page: Page, card: Typed): Promise<void> => kit.fillCard(page, card, { keyByKey: true })

/** Presses the button with a pointer; the press counts once the button has been in sight for a while. */
export const payByHand = (page: Page): Promise<void> => pressUntilItCounts(payButton(page))

/** Presses the button with a key, for which the frame waits least; a press that is too early is repeated. */
export async function pay(page: Page): Promise<void> {
  while (!(await press(payButton(page), (button) => button.press('Enter')))) await page.waitForTimeout(A_MOMENT)
}

const A_MOMENT = 100

const payButton = (page: Page): Locator => cardFrame(page).getByTestId('pay')

/** Waits until the checkout is in one of the states; the failure names the state that it is in. */
export const stateIs = (page: Page, ...states: readonly kit.CheckoutState[]): Promise<void> =>
  kit.expectResult(page, states)

/** Where the shopper enters the bank's code: in a frame or on a page. */
type Place = Page | FrameLocator

/** Polls instead of waiting in the frame, whose process changes when it navigates to the bank. */
export const codeIsAsked = (place: Place): Promise<void> =>
  poll(() => place.locator('[autocomplete="one-time-code"]').isVisible()).toBe(true)

export async function enterCode(place: Place, code?: string): Promise<void> {
  await codeIsAsked(place)
  const shown = await place.getByTestId('sms-code').innerText()
  await place.locator('[autocomplete="one-time-code"]').fill(code ?? shown)
  await place.locator('button[type="submit"]:not([name])').click()
}

export const cancelAt = (place: Place): Promise<void> => place.locator('button[name="cancel"]').click()

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** The screens of journeys: `npm test` has time for a phone only, and runs others on a desktop. */
export const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ...(isFull ? [['desktop', {}] as const] : []),
  ['phone', phone],
]

/** The same for those that `npm test` runs on a desktop. */
export const screensFromDesktop: typeof screens = [['desktop', {}], ...(isFull ? [['phone', phone] as const] : [])]

/** Fills in a card without typing, for journeys that test something else. */
export const fillCard = (page: Page, card: Typed): Promise<void> => kit.fillCard(page, card)

/** A test card by its properties, such as its outcome. */
export const cardThat = kit.testCard
