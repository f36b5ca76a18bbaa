import type { LightMyRequestResponse as Answer } from 'fastify'
import { vi } from 'vitest'
import type { Checkout, Outcome } from '#contract/checkout.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import { plainText, sealText, type TypedCard } from '../../../conformance/gateway/seal-card.ts'
import { cardNamed, inProcess, merchant, setFixture, type Wire } from '../../../conformance/gateway/fixture.ts'
import { withoutTimeouts } from '../../../support/clock.ts'
import { browser, configOf, openProxy, secret, frameRequest } from './test-proxy.ts'

/** Every shop has a gateway, an issuer and wallets of its own, whose keys take a while to generate. */
vi.setConfig({ testTimeout: 60_000 })

/** Not in 3-D Secure; a method page and a challenge; no money. */
export const plain = cardNamed('4444555511113333')
export const challenged = cardNamed('5555555555555599')
export const penniless = cardNamed('4000000000000010')

/** Offers both wallets, whose tokens the gateway decrypts. */
export const walletsOffered = {
  TENDER_APPLE_PAY_NAME: 'A shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_SHEET: 'http://localhost:8082/sheet',
  TENDER_GOOGLE_PAY_NAME: 'A shop',
  TENDER_GOOGLE_PAY_COUNTRY: 'LT',
  TENDER_GOOGLE_PAY_SHEET: 'http://localhost:8082/sheet',
}

export const order: OrderClaims = {
  orderNumber: 'S-1',
  amount: 1234,
  currency: '933',
  returnUrl: 'https://shop.example/orders/S-1',
}

type Claims = Partial<OrderClaims>

/** A proxy in front of the sandbox's gateway and issuer, with a client for the card frame. */
export async function openShop(
  env: Readonly<Record<string, string>> = {},
  options: Partial<ProxyOptions> = {},
  wire: Wire = inProcess(),
) {
  const fixture = await setFixture(wire)
  const sent: { readonly what: string; readonly body: string }[] = []
  const log: string[] = []
  const state = { wire: undefined as undefined | ((request: Request, fetch: WebFetch) => Promise<Response>) }
  /** The fixture's parties have addresses that no browser may be sent to, except for a loopback gateway. */
  const toGateway = onRequest(async (request) => {
    const answer = await fixture.fetch(new Request(request.url.replace('gateway.localhost', 'gateway.test'), request))
    const text = (await answer.text()).replaceAll('http://gateway.test', 'http://gateway.localhost')
    return new Response(text.replaceAll('http://acs.test', 'https://acs.test'), { status: answer.status })
  })
  const fetch = onRequest(async (request) => {
    const body = request.method === 'GET' ? '' : await request.clone().text()
    sent.push({ what: request.url.replace(/^.*\/payment\/(?:rest\/)?/, ''), body })
    return state.wire ? state.wire(request, toGateway) : toGateway(request)
  })
  const config = configOf({
    TENDER_GATEWAY_URL: 'http://gateway.localhost',
    TENDER_GATEWAY_USERNAME: merchant.login,
    TENDER_GATEWAY_PASSWORD: merchant.password,
    ...env,
  })
  const clock = withoutTimeouts(fixture.clock)
  const parts = {
    clock,
    fetch,
    log,
    locks: memoryLocks(clock),
    ...options,
  }
  const app = await openProxy(config, parts)
  const ticketFor = (claims: Claims = {}) => signOrder({ ...order, ...claims }, secret, { clock })
  const ask = async (path: string, body?: object, claims: Claims = {}): Promise<Answer> =>
    askWith(await ticketFor(claims), path, body)
  const askWith = (ticket: string, path: string, body?: object): Promise<Answer> => askAt(app, ticket, path, body)
  const askAt = async (at: typeof app, ticket: string, path: string, body?: object): Promise<Answer> =>
    at.inject(frameRequest(ticket, path, body))
  const outcome = async (path: string, body?: object, claims?: Claims) =>
    (await ask(path, body, claims)).json<Outcome>()
  const sealed = async (text: string) => {
    const { keys } = await fixture.gateway.sealingKeys({})
    return sealText(text, keys[0]!.keyValue)
  }
  const cardBody = async (orderId: string, card: TypedCard = plain) => ({
    orderId,
    seToken: await sealed(plainText(card, orderId)),
    cardholder: 'JANE DOE',
    browser,
  })
  const tokens: Readonly<Record<WalletName, (card?: TypedCard & { brand?: string }) => Promise<string>>> = {
    applePay: async (card = plain) =>
      packPaymentToken(
        await fixture.wallets.applePayToken({ card: walletCardOf(card), amount: 1234, currency: '933' }),
      ),
    googlePay: async (card = plain) =>
      packPaymentToken(
        fixture.wallets.googlePayToken({
          card: walletCardOf(card),
          merchant: merchant.login,
          authMethod: 'CRYPTOGRAM_3DS',
        }),
      ),
  }
  return {
    fixture,
    app,
    locks: parts.locks,
    /** Another process of the proxy, with the same stores where no others are given. */
    another: (more: Partial<ProxyOptions> = {}) => openProxy(config, { ...parts, ...more }),
    /** What such a process answers. */
    outcomeAt: async (at: typeof app, path: string, body?: object, claims: Claims = {}) =>
      (await askAt(at, await ticketFor(claims), path, body)).json<Outcome>(),
    sent,
    log,
    state,
    ask,
    askWith,
    outcome,
    ticketFor,
    sealed,
    cardBody,
    tokens,
    checkout: async (claims?: Claims) => (await ask('checkout', undefined, claims)).json<Checkout>(),
    refusal: async (path: string, body?: object, claims?: Claims) => {
      const answer = await ask(path, body, claims)
      return { status: answer.statusCode, ...answer.json<Refusal>().error }
    },
    prepared: async (claims?: Claims) => (await outcome('prepare', {}, claims)).orderId!,
    /** A Google Pay token of a card on file, which needs 3-D Secure where the card does. */
    onFile: (card = challenged) =>
      packPaymentToken(
        fixture.wallets.googlePayToken({ card: walletCardOf(card), merchant: merchant.login, authMethod: 'PAN_ONLY' }),
      ),
    /** The bodies of the gateway's requests of one operation. */
    request: (what: string) => sent.filter((one) => one.what === what).map(({ body }) => body),
    /** The order's status, read from the gateway itself. */
    statusOf: (orderNumber: string) =>
      fixture.gateway.getOrderStatusExtended({ userName: merchant.login, password: merchant.password, orderNumber }),
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

const walletCardOf = ({ pan }: TypedCard) => cardNamed(pan) as TypedCard & { brand: 'visa' }

/** Answers such a request with the gateway's JSON, changed; the gateway has processed it. */
export const changing =
  (what: string, change: (answer: Record<string, unknown>) => object) =>
  async (request: Request, fetch: WebFetch): Promise<Response> => {
    const answer = await fetch(request)
    return request.url.endsWith(what)
      ? Response.json(change((await answer.json()) as Record<string, unknown>), { status: answer.status })
      : answer
  }

/** Loses the answer of such a request after the gateway has processed it. */
export const losing =
  (what: string) =>
  async (request: Request, fetch: WebFetch): Promise<Response> => {
    const answer = await fetch(request)
    return request.url.includes(what) ? new Response('', { status: 502 }) : answer
  }
