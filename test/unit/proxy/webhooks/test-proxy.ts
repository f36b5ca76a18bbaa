import type { FastifyInstance } from 'fastify'
import { Webhook } from 'standardwebhooks'
import type { Order } from '#contract/merchant.ts'
import type { Carry } from '#contract/wire/client.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { readConfig } from '#proxy/config/config.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { CallbackSettings } from '#sandbox/gateway/callbacks/callback-settings.ts'
import { plainText, sealText, type TypedCard } from '../../../conformance/gateway/seal-card.ts'
import {
  cardNamed,
  credentials,
  inProcess,
  merchant,
  setStage,
  type Stage,
  type Wire,
} from '../../../conformance/gateway/stage.ts'
import { documents, named, secret, unlimited } from '../support/test-proxy.ts'
import { apiKey, webhookSecret } from './stand.ts'

export const payUrl = 'http://pay.localhost'
export const shopUrl = 'http://shop.localhost'

export const plain = cardNamed('4444555511113333')
export const penniless = cardNamed('4000000000000010')

/** A webhook, as the merchant's server has read it. */
export interface Came {
  readonly id: string
  readonly type: string
  readonly data: Order
}

export interface HouseOptions {
  readonly env?: Readonly<Record<string, string>>
  /** How the merchant has its callbacks set up at the gateway. */
  readonly callback?: CallbackSettings
}

/** The sandbox's gateway, the proxy before it and the merchant's server, in one process. */
export async function openHouse({ env, callback }: HouseOptions = {}) {
  const came: Came[] = []
  const callbacks: { readonly path: string; readonly status: number }[] = []
  const inner = inProcess()
  const house: { proxy?: FastifyInstance } = {}
  const ask = async (url: string, method: 'GET' | 'POST', headers: object, payload?: string) =>
    house.proxy!.inject({
      url,
      method,
      headers: { host: 'pay.localhost', ...headers },
      ...(payload !== undefined && { payload }),
    })
  const places: Record<string, (request: Request) => Promise<Response>> = {
    'shop.localhost': async (request) => {
      const body = new Webhook(webhookSecret).verify(await request.text(), Object.fromEntries(request.headers))
      came.push({ ...(body as Came), id: request.headers.get('webhook-id')! })
      return new Response('', { status: 200 })
    },
    'pay.localhost': async (request) => {
      const path = request.url.slice(payUrl.length)
      const answer = await ask(path, request.method as 'GET', Object.fromEntries(request.headers))
      callbacks.push({ path, status: answer.statusCode })
      return new Response(answer.body, { status: answer.statusCode })
    },
  }
  const carry: Wire['carry'] = (request) => (places[new URL(request.url).host] ?? inner.carry)(request)
  const wire: Wire = { name: 'house', open: (app, name) => inner.open(app, name.replace('.test', '.localhost')), carry }
  const stage: Stage = await setStage(wire, {
    clock: systemClock,
    ...(callback && { merchants: [{ ...merchant, callback }] }),
  })
  const state = { wire: (request: Request, go: Carry): Promise<Response> => go(request) }
  const { config, errors } = readConfig({
    ...unlimited,
    TENDER_PUBLIC_URL: payUrl,
    TENDER_SHOP_ORIGINS: shopUrl,
    TENDER_GATEWAY_URL: stage.base,
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
  house.proxy = await buildProxy(config, {
    clock: systemClock,
    random: systemRandom,
    carry: (request) => state.wire(request, carry),
    journal: silent,
    logger: false,
    locks: memoryLocks(systemClock),
    documents,
  })
  const json = { 'content-type': 'application/json' }
  return {
    came,
    callbacks,
    stage,
    state,
    ask,
    /** What was told of an order: type, amounts. */
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
      const { keys } = await stage.gateway.sealingKeys({})
      return sealText(plainText(card, orderId), keys[0]!.keyValue)
    },
    close: async () => {
      await house.proxy!.close()
      await stage.close()
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
