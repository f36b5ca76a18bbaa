/** The entry point for a shop's own end-to-end tests: `tender-checkout/testing`. */
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { createProxy } from '#adapters/create-proxy.ts'
import type { RequestListener } from '#adapters/request-listener.ts'
import { systemRandom } from '#ports/system.ts'
import { sandboxCodes, sandboxWallets } from '#proxy/config/methods/methods.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { closed, listening, shopPage } from '#testing/shop-page.ts'
import { startSandbox, type RunningSandbox, type SandboxOptions } from './sandbox.ts'

export { cardFrame, fillCard, pay, type TypedCard } from '#testing/card-form.ts'
export { testCard } from '#testing/cards.ts'
export { challengeShown, completeChallenge } from '#testing/challenge.ts'
export { expectResult, type CheckoutState } from '#testing/result.ts'
export { payBySbp, type SbpChoice } from '#testing/sbp/pay-by-sbp.ts'
export { payByWallet, type WalletChoice } from '#testing/wallet.ts'
export { testCards } from '#sandbox/cards/test-cards.ts'
export type { TestCard } from '#sandbox/cards/test-card.ts'

export interface CheckoutOptions {
  /** Origin of the shop's pages under test; absent, {@link RunningCheckout.pageFor} gives a page. */
  readonly shop?: string
  /** Port of the proxy; a free one when absent or 0. */
  readonly port?: number
  readonly ticketSecret?: string
  /** Key of the proxy's merchant API, of 32 bytes or more. */
  readonly apiKey?: string
  /** Where the shop under test receives webhooks, and the `whsec_…` that it verifies them with. */
  readonly webhook?: { readonly url: string; readonly secret: string }
  /** Options of the sandbox; its ports are free ones when absent. */
  readonly sandbox?: SandboxOptions
  /** Further variables of the proxy. */
  readonly env?: Readonly<Record<`TENDER_${string}`, string>>
}

export interface RunningCheckout {
  /** Address of the proxy, for `src` of the element. */
  readonly proxy: string
  readonly sandbox: RunningSandbox
  /** The secret that the shop signs its tickets with. */
  readonly ticketSecret: string
  /** The key that the shop reads its orders with. */
  readonly apiKey: string
  /** The client of the proxy's merchant API. */
  readonly merchant: MerchantClient
  /** Signs a ticket; an order number that is new, 49.90 EUR and the page itself where a claim is absent. */
  sign(claims?: Partial<OrderClaims>): Promise<string>
  /** Address of a page with a checkout for an order. */
  pageFor(claims?: Partial<OrderClaims>): Promise<string>
  close(): Promise<void>
}

/** Its shoppers are tests, who try many cards from one address. */
const roomy = {
  TENDER_LIMIT_CARDS: 'none',
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
}

const webhookAt = ({ url, secret }: NonNullable<CheckoutOptions['webhook']>) => ({
  TENDER_WEBHOOK_URL: url,
  TENDER_WEBHOOK_SECRET: secret,
  TENDER_SIGNING_SECRET: `signing-of-tests-${systemRandom.uuid()}`,
})

/** A busy machine would look like an overload, and refuse what a test does. */
const patient = { logger: false, eventLoopDelay: () => 0 } as const

/** Milliseconds; as long as the proxy waits for the gateway, and a little more. */
const TIMEOUT = 30_000

/**
 * Starts the sandbox and a proxy in this process, on free ports, and a page of a shop. Nothing leaves this machine.
 *
 * @example
 * ```ts
 * import { startCheckout } from 'tender-checkout/testing'
 *
 * const checkout = await startCheckout()
 * console.log(await checkout.pageFor({ amount: 4990, currency: '978' }))
 * await checkout.close()
 * ```
 */
export async function startCheckout(options: CheckoutOptions = {}): Promise<RunningCheckout> {
  const { shop, port = 0, ticketSecret = `secret-of-tests-${systemRandom.uuid()}`, env = {} } = options
  const { apiKey = `key-of-tests-${systemRandom.uuid()}`, webhook } = options
  // Addresses are known before the proxy is built, which needs them.
  let listener: RequestListener = (_, response) => void response.writeHead(503).end()
  const [server, proxyPort] = await listening((...given) => listener(...given), port, '127.0.0.1')
  const proxy = `http://127.0.0.1:${proxyPort}`
  const [page, pagePort] = await listening(
    shopPage(() => proxy),
    0,
    'localhost',
  )
  const pages = `http://localhost:${pagePort}`
  const sandbox = await startSandbox({ shop: shop ?? pages, ...options.sandbox })
  const { userName, password } = sandbox.credentials.gateway
  const opened = await createProxy(
    {
      TENDER_PUBLIC_URL: proxy,
      TENDER_GATEWAY_URL: sandbox.addresses.gateway,
      TENDER_GATEWAY_USERNAME: userName,
      TENDER_GATEWAY_PASSWORD: password,
      TENDER_TICKET_SECRET: ticketSecret,
      TENDER_SHOP_ORIGINS: [pages, ...(shop === undefined ? [] : [shop])].join(','),
      TENDER_API_KEYS: apiKey,
      ...(webhook && webhookAt(webhook)),
      ...roomy,
      ...sandboxWallets('Shop', sandbox.addresses.wallets),
      ...sandboxCodes,
      ...env,
    },
    patient,
  )
  listener = opened.listener
  const send = undiciFetch({ timeoutMs: TIMEOUT })
  const sign = (claims: Partial<OrderClaims> = {}): Promise<string> => {
    const orderNumber = `T-${systemRandom.uuid().slice(0, 18)}`
    return signOrder(
      { orderNumber, amount: 4990, currency: '978', returnUrl: `${shop ?? pages}/`, ...claims },
      ticketSecret,
    )
  }
  return {
    proxy,
    sandbox,
    ticketSecret,
    apiKey,
    merchant: merchantClient({ base: proxy, apiKey, fetch: send }),
    sign,
    pageFor: async (claims) => `${pages}/?order=${await sign(claims)}`,
    async close() {
      await Promise.all([closed(server), closed(page)])
      await opened.close()
      await send.close()
      await sandbox.close()
    },
  }
}

/**
 * A fixture for `test.extend` of Playwright: `checkout`, started once for each worker.
 *
 * @example
 * ```ts
 * import { checkoutFixture } from 'tender-checkout/testing'
 *
 * // base.extend<object, { checkout: RunningCheckout }>(fixtures)
 * export const fixtures = { checkout: checkoutFixture({ shop: 'http://localhost:3000' }) }
 * ```
 */
export function checkoutFixture(
  options: CheckoutOptions = {},
): [(given: object, use: (checkout: RunningCheckout) => Promise<void>) => Promise<void>, { scope: 'worker' }] {
  return [
    // Playwright reads from the pattern which fixtures this one needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const checkout = await startCheckout(options)
      await use(checkout)
      await checkout.close()
    },
    { scope: 'worker' },
  ]
}
