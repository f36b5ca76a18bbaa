import type { FastifyInstance } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/merchant.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryClaims } from '#proxy/claims.ts'
import { readConfig } from '#proxy/config.ts'
import { signOrder } from '#proxy/sign-order.ts'
import { cardNamed, credentials, inProcess, setStage, type Stage, type Wire } from '../../conformance/gateway/stage.ts'
import { plainText, sealText } from '../../conformance/gateway/seal-card.ts'
import { cardFor, documents, secret } from '../proxy/world.ts'
import { apiKey, webhookSecret } from './stand.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const base = 'http://pay.localhost'

/** The sandbox's gateway, the proxy before it and the merchant's server, in one process. */
async function openHouse() {
  const came: { readonly type: string; readonly data: Order }[] = []
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
      came.push(body as (typeof came)[0])
      return new Response('', { status: 200 })
    },
    'pay.localhost': async (request) => {
      const path = request.url.slice(base.length)
      const answer = await ask(path, request.method as 'GET', Object.fromEntries(request.headers))
      callbacks.push({ path, status: answer.statusCode })
      return new Response(answer.body, { status: answer.statusCode })
    },
  }
  const carry: Wire['carry'] = (request) => (places[new URL(request.url).host] ?? inner.carry)(request)
  const wire: Wire = { name: 'house', open: (app, name) => inner.open(app, name.replace('.test', '.localhost')), carry }
  const stage: Stage = await setStage(wire, { clock: systemClock })
  const { config, errors } = readConfig({
    TENDER_PUBLIC_URL: base,
    TENDER_SHOP_ORIGINS: 'http://shop.localhost',
    TENDER_GATEWAY_URL: stage.base,
    TENDER_GATEWAY_USERNAME: credentials.userName,
    TENDER_GATEWAY_PASSWORD: credentials.password,
    TENDER_TICKET_SECRET: secret,
    TENDER_API_KEYS: apiKey,
    TENDER_WEBHOOK_URL: 'http://shop.localhost/webhooks',
    TENDER_WEBHOOK_SECRET: webhookSecret,
  })
  if (errors) throw new Error(errors.join(' '))
  const claims = memoryClaims(systemClock)
  const parts = { clock: systemClock, random: systemRandom, carry, journal: silent, logger: false, claims } as const
  house.proxy = await buildProxy(config, { ...parts, documents })
  ends.push(() => house.proxy!.close(), stage.close)
  return { came, callbacks, stage, ask }
}

test('an order is paid, partly refunded and refunded: each callback becomes a webhook', async () => {
  const { came, callbacks, stage, ask } = await openHouse()
  const terms = { orderNumber: 'A-17', amount: 1234, currency: '933', returnUrl: 'http://shop.localhost/' }
  const browser = {
    authorization: `Bearer ${await signOrder({ ...terms, capture: 'two-phase' }, secret)}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  const merchant = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const { orderId } = (await ask('/api/prepare', 'POST', browser, '{}')).json<{ orderId: string }>()
  const { keys } = await stage.gateway.sealingKeys({})
  const seToken = sealText(plainText(cardNamed('4444555511113333'), orderId), keys[0]!.keyValue)
  await ask('/api/pay', 'POST', browser, JSON.stringify({ ...cardFor(orderId), seToken }))
  await vi.waitFor(() => expect(callbacks).toHaveLength(1), 5000)
  let told = 1
  for (const [path, body] of [
    ['capture', {}],
    ['refund', { amount: 1000 }],
    ['refund', {}],
  ] as const) {
    const answer = await ask(`/merchant/orders/A-17/${path}`, 'POST', merchant, JSON.stringify(body))
    expect(answer.statusCode).toBe(200)
    told += 1
    // The order is read once a second.
    await vi.waitFor(() => expect(callbacks).toHaveLength(told), 5000)
  }
  expect(callbacks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(callbacks.map(({ path }) => path.split('?')[0])).size).toBe(1)
  expect(came.map(({ type, data: { current } }) => [type, current.depositedAmount, current.refundedAmount])).toEqual([
    ['order.held', 0, 0],
    ['order.paid', 1234, 0],
    ['order.refunded', 1234, 1000],
    ['order.refunded', 1234, 1234],
  ])
  expect(came[0]!.data).toMatchObject({ orderNumber: 'A-17', current: { orderId, maskedPan: '444455**3333' } })
})

test('a mail order is told of, too', async () => {
  const { came, callbacks, stage, ask } = await openHouse()
  const { keys } = await stage.gateway.sealingKeys({})
  const seToken = sealText(plainText(cardNamed('4444555511113333'), ''), keys[0]!.keyValue)
  const terms = { orderNumber: 'M-1', amount: 1234, currency: '933', cardholder: 'JANE DOE', seToken }
  const merchant = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const answer = await ask('/merchant/charges/moto', 'POST', merchant, JSON.stringify(terms))
  expect(answer.json()).toMatchObject({ state: 'paid' })
  await vi.waitFor(() => expect(callbacks.map(({ status }) => status)).toEqual([200]))
  expect(came).toMatchObject([{ type: 'order.paid', data: { orderNumber: 'M-1' } }])
})
