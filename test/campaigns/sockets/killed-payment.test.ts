import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { client } from '#contract/wire/client.ts'
import { freePorts } from '#demo/ports.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { Fixture } from '../../conformance/gateway/fixture.ts'
import { stored } from '../../conformance/gateway/stored-cards.ts'
import { proxyProcess, type ProxyProcess } from './tender.ts'
import { startSandbox, type RunningSandbox } from '../../../server/sandbox.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../support/own-redis.ts'
import { apiKey, webhookSecret } from '../../unit/proxy/webhooks/stand.ts'
import { secret } from '../../unit/proxy/support/test-proxy.ts'
import { share } from '../../support/extent.ts'
import { waitFor } from '../../support/poll.ts'

const walletCard = (pan: string) => testCards.find((card) => card.pan === pan)!
const [plain, penniless] = [walletCard('4444555511113333'), walletCard('4000000000000010')]

/** The webhooks that the merchant's server received, with verified signatures. */
const came: { readonly id: string; readonly type: string; readonly data: Order }[] = []
const of = (orderNumber: string) => came.filter(({ data }) => data.orderNumber === orderNumber)

const endings: (() => unknown)[] = []
let sandbox: RunningSandbox
let proxy: ProxyProcess
/** Called once the gateway has processed a payment whose answer is held back. */
let worked: () => void = () => {}
let isHeld = false

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endings.push(() => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const payments = /(?:applepay\/payment|recurrentPayment)\.do$/

/** The connection to the gateway, on which the answer of a payment can be held back. */
const network = (): Promise<string> =>
  listen((request, response) => {
    void forwarded(request).then(async (answer) => {
      const body = await answer.text()
      if (isHeld && payments.test(request.url!)) return worked()
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    })
  })

async function forwarded(request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url, headers } = request
  const body = await text(request)
  return fetch(`${sandbox.addresses.gateway}${url}`, {
    method,
    headers: { 'content-type': headers['content-type'] ?? 'text/plain' },
    ...(method === 'POST' && { body }),
  })
}

const shop = (): Promise<string> =>
  listen((request, response) => {
    void text(request).then((body) => {
      const read = new Webhook(webhookSecret).verify(body, request.headers as Record<string, string>)
      came.push({ ...(read as (typeof came)[0]), id: String(request.headers['webhook-id']) })
      return response.writeHead(204).end()
    })
  })

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: payments of proxies that are killed, since there is ${why}\n`)

describe.skipIf(why)('a proxy that is killed while the gateway works on a payment', () => {
  beforeAll(async () => {
    const redis: OwnRedis = await openRedis()
    endings.push(() => redis.stop())
    sandbox = await startSandbox()
    endings.push(sandbox.close)
    const [port] = (await freePorts(1, 0)) as [number]
    const [gateway, hook] = [await network(), await shop()]
    proxy = proxyProcess(port, {
      TENDER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TENDER_SHOP_ORIGINS: 'http://localhost:8099',
      TENDER_GATEWAY_URL: gateway,
      TENDER_GATEWAY_USERNAME: sandbox.credentials.gateway.userName,
      TENDER_GATEWAY_PASSWORD: sandbox.credentials.gateway.password,
      TENDER_TICKET_SECRET: secret,
      TENDER_API_KEYS: apiKey,
      TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
      TENDER_WEBHOOK_URL: `${hook}/webhooks`,
      TENDER_WEBHOOK_SECRET: webhookSecret,
      TENDER_REDIS_URL: redis.url,
      TENDER_LOG_LEVEL: 'error',
    })
    endings.push(() => proxy.stop('SIGKILL'))
    await proxy.start()
  })
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const ask = async (path: string, body: object): Promise<Order> => {
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/merchant/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Order
  }

  /** Requests a charge, and kills the proxy when the gateway has processed it. */
  async function killedDuring(path: string, body: object): Promise<void> {
    const hasWorked = new Promise<void>((done) => (worked = done))
    isHeld = true
    const requested = ask(path, body).catch(() => undefined)
    await hasWorked
    await proxy.stop('SIGKILL')
    isHeld = false
    expect(await requested).toBeUndefined()
  }

  const sum = { amount: 1234, currency: '978' }
  const byApple = async (card: typeof plain) => ({
    wallet: 'applePay',
    paymentToken: await sandbox.wallets.applePayToken({ ...sum, card: card as never }),
  })
  const byBinding = async () => {
    const { userName, password } = sandbox.credentials.gateway
    const gateway = client(gatewayApi, sandbox.addresses.gateway, fetch)
    const clientId = 'jane'
    const bindingId = await stored({ gateway } as Fixture, clientId, { type: 'R', by: { userName, password } })
    return { clientId, bindingId }
  }

  const charges = [
    ['an Apple Pay payment', 'charges/wallet', () => byApple(plain), 'order.paid'],
    ['one that the bank declines', 'charges/wallet', () => byApple(penniless), 'order.declined'],
    ['a recurrent charge', 'charges/recurrent', byBinding, 'order.paid'],
  ] as const
  test.each(share(charges, 2))(
    '%s: the next process notifies the merchant of the outcome, once',
    async (name, path, payment, type) => {
      const orderNumber = `K-${name.length}`
      await killedDuring(path, { ...sum, orderNumber, ...(await payment()) })
      expect(of(orderNumber)).toEqual([])
      await proxy.start()
      await waitFor(() => expect(of(orderNumber).map((one) => one.type)).toEqual([type]))
      if (type === 'order.declined') return
      await ask(`orders/${orderNumber}/refund`, { amount: 1000 })
      const result = [type, 'order.refunded']
      await waitFor(() => expect(of(orderNumber).map((one) => one.type)).toEqual(result))
    },
  )
})
