import { chromium, type Browser, type BrowserContext, type FrameLocator, type Locator, type Page } from 'playwright'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { client } from '#contract/wire/client.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { openStack, secrets, type Stack } from '../../../demo/stack.ts'
import { chromiumOptions, launchChromium } from '../../support/chromium.ts'
import { attacker } from './attacker.ts'
import { freshCanary, type Canary } from './canary.ts'
import { openHostileServer, type HostileServer } from './hostile-server.ts'

/** The whole stack, with a hostile page among its shops. */
export interface AttackPages {
  readonly stack: Stack
  readonly browser: Browser
  readonly hostile: HostileServer
  /** Lines of the proxy's log. */
  readonly log: string[]
  ticket(claims?: Partial<OrderClaims>): Promise<{ orderNumber: string; ticket: string }>
  /** Opens the hostile page with a new order. */
  enter(entrance?: Entrance): Promise<Victim>
  orderAt(orderNumber: string): Promise<OrderState>
  close(): Promise<void>
}

export interface Entrance {
  /** Runs in the page before the script tag of the checkout. */
  readonly script?: string
  /** Markup around the checkout. */
  readonly before?: string
  readonly claims?: Partial<OrderClaims>
  readonly context?: BrowserContext
  /** Does not wait for the form. */
  readonly isRaw?: boolean
}

/** A shopper on the hostile page. */
export interface Victim {
  readonly page: Page
  readonly context: BrowserContext
  readonly orderNumber: string
  readonly ticket: string
  readonly canary: Canary
  /** Every request of the page and its frames: address, headers, body. */
  readonly requests: Sent[]
  /** The answers of the proxy's API. */
  readonly answers: string[]
  /** The lines of the console. */
  readonly console: string[]
  readonly card: FrameLocator
  readonly checkout: Locator
}

export interface Sent {
  readonly url: string
  readonly headers: string
  readonly body: string
}

/** Milliseconds that anything may take on a busy machine. */
const TIMEOUT = 25_000

let orders = 0

export interface AttackPagesOptions {
  /** The folder of the browser's profile; absent, the browser stores none. */
  readonly profile?: string
  readonly env?: Readonly<Record<string, string>>
  /** The host name of the hostile page's server; the proxy's own is 127.0.0.1. */
  readonly host?: string
}

export async function openAttackPages({ profile, env, host }: AttackPagesOptions = {}): Promise<AttackPages> {
  const hostile = await openHostileServer(host)
  const log: string[] = []
  const shops = { TENDER_SHOP_ORIGINS: hostile.listed, TENDER_WEBHOOK_URL: `${hostile.listed}/webhooks` }
  const stack = await openStack({ port: 0, log: (line) => void log.push(line), env: { ...shops, ...env } })
  const lasting = profile === undefined ? undefined : await chromium.launchPersistentContext(profile, chromiumOptions)
  const browser = lasting ? lasting.browser()! : await launchChromium()
  const { userName, password } = stack.credentials.gateway
  const gateway = client(gatewayApi, stack.addresses.gateway, fetch)

  async function ticket(claims: Partial<OrderClaims> = {}): Promise<{ orderNumber: string; ticket: string }> {
    const orderNumber = `iso-${process.pid}-${(orders += 1)}`
    const order = { orderNumber, amount: 4990, currency: '978', returnUrl: `${hostile.listed}/back`, ...claims }
    return { orderNumber, ticket: await signOrder(order, secrets.ticketSecret) }
  }

  async function enter({ script = '', before = '', claims, context, isRaw }: Entrance = {}): Promise<Victim> {
    const order = await ticket(claims)
    const { proxy } = stack.addresses
    const path = hostile.show({
      script: attacker + script,
      body: `${before}<tender-checkout order="${order.ticket}" src="${proxy}" locale="en"></tender-checkout>
        <script src="${proxy}/v1/checkout.js"></script>`,
    })
    const home = context ?? lasting ?? (await browser.newContext())
    await home.addInitScript('globalThis.__name ??= (named) => named') // some compilers of these tests call it
    const page = await home.newPage()
    page.setDefaultTimeout(TIMEOUT)
    const victim: Victim = {
      page,
      context: home,
      ...order,
      canary: freshCanary(),
      ...listenTo(page),
      card: page.frameLocator('tender-checkout iframe[src*="/card?"]'),
      checkout: page.locator('tender-checkout'),
    }
    await page.goto(hostile.listed + path)
    if (!isRaw) await standsReady(victim)
    return victim
  }

  return {
    stack,
    browser,
    hostile,
    log,
    ticket,
    enter,
    orderAt: (orderNumber) => gateway.getOrderStatusExtended({ userName, password, orderNumber }),
    async close() {
      await (lasting ?? browser).close()
      await stack.close()
      await hostile.close()
    },
  }
}

function listenTo(page: Page): Pick<Victim, 'requests' | 'answers' | 'console'> {
  const requests: Sent[] = []
  const answers: string[] = []
  const lines: string[] = []
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers())
    requests.push({ url: request.url(), headers, body: request.postData() ?? '' })
  })
  page.on('console', (message) => lines.push(message.text()))
  page.on('pageerror', (error) => lines.push(String(error)))
  page.on('response', (answer) => {
    if (answer.url().includes('/api/'))
      answer.text().then(
        (text) => answers.push(text),
        () => undefined,
      )
  })
  return { requests, answers, console: lines }
}

/** Waits until the checkout is in a state. */
export async function stands({ checkout }: Pick<Victim, 'checkout'>, state: string): Promise<void> {
  const wanted = checkout.and(checkout.page().locator(`[state="${state}"]`))
  await wanted.waitFor({ state: 'attached', timeout: TIMEOUT })
}

/** Waits for the form, and reloads the page twice at most on a machine that is too busy to load it in time. */
export async function standsReady(victim: Pick<Victim, 'checkout' | 'page'>): Promise<void> {
  const { checkout, page } = victim
  for (let tries = 0; tries < 3; tries += 1) {
    await checkout
      .and(page.locator('[state="ready"],[state="failed"]'))
      .waitFor({ state: 'attached', timeout: TIMEOUT })
    if ((await checkout.getAttribute('state')) === 'ready') return
    await page.reload()
  }
  throw new Error('The form was not shown in three tries')
}

export const stateOf = ({ checkout }: Victim): Promise<string | null> => checkout.getAttribute('state')

/** Fills the canary, or another card, into the frame. */
export async function typeIn({ card, canary }: Victim, { pan, cvc, expiry } = canary): Promise<void> {
  await card.locator('[autocomplete="cc-number"]').fill(pan)
  await card.locator('[autocomplete="cc-exp"]').fill(`${expiry.slice(4)}${expiry.slice(2, 4)}`)
  await card.locator('[autocomplete="cc-csc"]').fill(cvc)
  await card.locator('[autocomplete="cc-name"]').fill('JANE DOE')
}

/** How many payment requests the frame has sent. */
export const paysOf = ({ requests }: Victim): number =>
  requests.filter(({ url }) => /\/api\/(pay|moto|wallet\/pay)$/.test(url)).length
