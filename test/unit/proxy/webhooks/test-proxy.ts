import type { FastifyInstance } from 'fastify'
import { Webhook } from 'standardwebhooks'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { CardNotice } from '#server-contract/merchant/webhooks.ts'
import { systemClock } from '#ports/system.ts'
import { readConfig } from '#proxy/config/config.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { CallbackSettings } from '#sandbox/gateway/merchants/callback-settings.ts'
import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import { plainText, sealText, type TypedCard } from '../../../conformance/gateway/seal-card.ts'
import {
  cardNamed,
  credentials,
  inProcess,
  merchant,
  setFixture,
  type Fixture,
  type Wire,
} from '../../../conformance/gateway/fixture.ts'
import { named, openProxy, secret, unlimited } from '../support/test-proxy.ts'
import { apiKey, webhookSecret } from './stand.ts'

export const payUrl = 'http://pay.localhost'
export const shopUrl = 'http://shop.localhost'

export const plain = cardNamed('4444555511113333')
export const penniless = cardNamed('4000000000000010')

/** A webhook that the merchant's server has received. */
export interface Came<Data = Order> {
  readonly id: string
  readonly type: string
  readonly data: Data
}

export interface WebhookProxyOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The callback settings of the merchant at the gateway. */
  readonly callback?: CallbackSettings
}

/** The sandbox's gateway, the proxy in front of it and the merchant's server, in one process. */
export async function openWebhookProxy({ env, callback }: WebhookProxyOptions = {}) {
  const came: Came[] = []
  /** What the merchant's server answers to webhooks of a type, oldest first; then 200. */
  const refusals = new Map<string, number[]>()
  const refused: Came[] = []
  const callbacks: { readonly path: string; readonly status: number }[] = []
  const inner = inProcess()
  const proxy: { proxy?: FastifyInstance } = {}
  const ask = async (url: string, method: 'GET' | 'POST', headers: object, payload?: string) =>
    proxy.proxy!.inject({
      url,
      method,
      headers: { host: 'pay.localhost', ...headers },
      ...(payload !== undefined && { payload }),
    })
  const places: Record<string, (request: Request) => Promise<Response>> = {
    'shop.localhost': async (request) => {
      const body = new Webhook(webhookSecret).verify(await request.text(), Object.fromEntries(request.headers))
      const event = { ...(body as Came), id: request.headers.get('webhook-id')! }
      const status = refusals.get(event.type)?.shift() ?? 200
      if (status === 200) came.push(event)
      else refused.push(event)
      return new Response('', { status })
    },
    'pay.localhost': async (request) => {
      const path = request.url.slice(payUrl.length)
      const answer = await ask(path, request.method as 'GET', Object.fromEntries(request.headers))
      callbacks.push({ path, status: answer.statusCode })
      return new Response(answer.body, { status: answer.statusCode })
    },
  }
  const fetch = onRequest((request) => (places[new URL(request.url).host] ?? inner.fetch)(request))
  const wire: Wire = { name: 'house', open: (app, name) => inner.open(app, name.replace('.test', '.localhost')), fetch }
  const fixture: Fixture = await setFixture(wire, {
    clock: systemClock,
    ...(callback && { merchants: [{ ...merchant, callback }] }),
  })
  const state = { wire: (request: Request, go: WebFetch): Promise<Response> => go(request) }
  const { config, errors } = readConfig({
    ...unlimited,
    TENDER_PUBLIC_URL: payUrl,
    TENDER_SHOP_ORIGINS: shopUrl,
    TENDER_GATEWAY_URL: fixture.base,
    TENDER_GATEWAY_USERNAME: credentials.userName,
    TENDER_GATEWAY_PASSWORD: credentials.password,
    TENDER_TICKET_SECRET: secret,
    TENDER_API_KEYS: apiKey,
    TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
    TENDER_WEBHOOK_URL: `${shopUrl}/webhooks`,
    TENDER_WEBHOOK_SECRET: webhookSecret,
    ...env,
  })
  if (errors) throw new Error(errors.join(' '))
  const begin = async () =>
    void (proxy.proxy = await openProxy(config, {
      clock: systemClock,
      fetch: onRequest((request) => state.wire(request, fetch)),
    }))
  await begin()
  const json = { 'content-type': 'application/json' }
  return {
    came,
    callbacks,
    refusals,
    refused,
    fixture,
    state,
    ask,
    /** The webhooks about stored cards, and those of one card. */
    cards: (bindingId?: string) =>
      (came as readonly Came<unknown>[] as readonly Came<CardNotice>[]).filter(
        ({ type, data }) => type.startsWith('card.') && (bindingId ?? data.bindingId) === data.bindingId,
      ),
    /** The webhooks about an order. */
    of: (orderNumber: string) => came.filter(({ data }) => data.orderNumber === orderNumber),
    merchant: async (path: string, body: object) =>
      (
        await ask(`/merchant/${path}`, 'POST', { ...json, authorization: `Bearer ${apiKey}` }, JSON.stringify(body))
      ).json<Order>(),
    shopper: async (path: string, body: object, claims: OrderClaims) =>
      (
        await ask(
          `/api/${path}`,
          'POST',
          { ...json, authorization: `Bearer ${await signOrder(claims, secret)}`, 'sec-fetch-site': 'same-origin' },
          JSON.stringify(named(`/api/${path}`, body)),
        )
      ).json(),
    sealed: async (card: TypedCard, orderId = '') => {
      const { keys } = await fixture.gateway.sealingKeys({})
      return sealText(plainText(card, orderId), keys[0]!.keyValue)
    },
    /** Starts a new process with an empty memory. */
    restart: async () => {
      await proxy.proxy!.close()
      await begin()
    },
    close: async () => {
      await proxy.proxy!.close()
      await fixture.close()
    },
  }
}

export type WebhookProxy = Awaited<ReturnType<typeof openWebhookProxy>>
