import type { Browser, BrowserContextOptions } from 'playwright'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { openStack, secrets, type Stack } from '../../../demo/stack.ts'
import { launchChromium } from '../../support/chromium.ts'
import { openRelay, type Relay } from './relay.ts'
import { watch, type Watched } from './watch.ts'

/** The whole stack on real sockets, with a gateway whose answers a test can change, and a browser. */
export interface Fixture {
  readonly stack: Stack
  readonly relay: Relay
  readonly browser: Browser
  /** A new browser context, logged in as the operator, that records the effects of payloads. */
  watched(options?: BrowserContextOptions): Promise<Watched>
  ticketFor(claims: Partial<OrderClaims>): Promise<string>
  close(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  let gateway = ''
  const relay = await openRelay(() => gateway)
  const stack = await openStack({ port: 0, env: { TENDER_GATEWAY_URL: relay.address, TENDER_ACS_REDIRECT: 'post' } })
  gateway = stack.addresses.gateway
  const { shop } = stack.addresses
  const browser = await launchChromium()
  const known = [...Object.values(stack.addresses), relay.address]
  const httpCredentials = { username: 'operator', password: secrets.apiKey, origin: shop }
  return {
    stack,
    relay,
    browser,
    watched: (options) => watch(browser, known, { httpCredentials, ...options }),
    ticketFor: (claims) => signOrder({ ...order, returnUrl: shop, ...claims }, secrets.ticketSecret),
    async close() {
      await browser.close()
      await stack.close()
      await relay.close()
    },
  }
}

const order = { orderNumber: 'injected', amount: 4990, currency: '978', clientId: 'injected' } as const
