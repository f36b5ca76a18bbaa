import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { request as send } from 'undici'
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
import { apiKey } from '../../unit/proxy/webhooks/stand.ts'
import { secret } from '../../unit/proxy/support/test-proxy.ts'
import { share } from '../../support/extent.ts'
import { waitFor } from '../../support/poll.ts'

const walletCard = (pan: string) => testCards.find((card) => card.pan === pan)!
const [plain, penniless] = [walletCard('4444555511113333'), walletCard('4000000000000010')]

/** A merchant of the proxy, whose server verifies the signatures of its webhooks. */
interface Tenant {
  readonly host: string
  readonly login: string
  readonly password: string
  readonly apiKey: string
  readonly came: { readonly id: string; readonly type: string; readonly data: Order }[]
}

const endings: (() => unknown)[] = []
let sandbox: RunningSandbox
let proxy: ProxyProcess
let tenants: readonly Tenant[] = []
/** Called for each payment that the gateway has processed, and whose answer is held back. */
let worked: () => void = () => {}
let isHeld = false

const typesOf = ({ came }: Tenant, orderNumber: string): readonly string[] =>
  came.filter(({ data }) => data.orderNumber === orderNumber).map(({ type }) => type)

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endings.push(() => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const payments = /(?:applepay\/payment|recurrentPayment)\.do$/

/** The connection to the gateway, on which the answers of payments can be held back. */
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

const shop = (came: Tenant['came'], webhookSecret: string): Promise<string> =>
  listen((request, response) => {
    void text(request).then((body) => {
      const read = new Webhook(webhookSecret).verify(body, request.headers as Record<string, string>)
      came.push({ ...(read as (typeof came)[0]), id: String(request.headers['webhook-id']) })
      return response.writeHead(204).end()
    })
  })

/** Starts a proxy for so many merchants, with a Redis and a gateway. */
async function open(merchants: number): Promise<void> {
  const redis: OwnRedis = await openRedis()
  endings.push(() => redis.stop())
  const logins = Array.from({ length: merchants }, (_, at) => ({ login: `api-${at}`, password: `password-${at}` }))
  sandbox = await startSandbox({ merchants: logins })
  endings.push(sandbox.close)
  const [port] = (await freePorts(1, 0)) as [number]
  const gateway = await network()
  const opened = logins.map(async ({ login, password }, at) => {
    const tenant: Tenant = { host: `m${at}.localhost:${port}`, login, password, apiKey: `${apiKey}-${at}`, came: [] }
    const webhookSecret = `whsec_${Buffer.from(`a-webhook-secret-of-merchant-${at}`).toString('base64')}`
    const env = {
      TENDER_PUBLIC_URL: `http://${tenant.host}`,
      TENDER_SHOP_ORIGINS: 'http://localhost:8099',
      TENDER_GATEWAY_URL: gateway,
      TENDER_GATEWAY_USERNAME: login,
      TENDER_GATEWAY_PASSWORD: password,
      TENDER_TICKET_SECRET: `${secret}-${at}`,
      TENDER_API_KEYS: tenant.apiKey,
      TENDER_SIGNING_SECRET: `a-signing-secret-of-more-than-32-bytes-${at}`,
      TENDER_WEBHOOK_URL: `${await shop(tenant.came, webhookSecret)}/webhooks`,
      TENDER_WEBHOOK_SECRET: webhookSecret,
      TENDER_REDIS_URL: redis.url,
      TENDER_LOG_LEVEL: 'error',
    }
    return { tenant, env }
  })
  const all = await Promise.all(opened)
  tenants = all.map(({ tenant }) => tenant)
  proxy = proxyProcess(port, ...all.map(({ env }) => env))
  endings.push(() => proxy.stop('SIGKILL'))
  await proxy.start()
}

const ask = async ({ host, apiKey }: Tenant, path: string, payload: object): Promise<void> => {
  const { body } = await send(`http://127.0.0.1:${proxy.port}/merchant/${path}`, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(payload),
  })
  await body.text()
}

const sum = { amount: 1234, currency: '978' }
const byApple = async (card: typeof plain) => ({
  wallet: 'applePay',
  paymentToken: await sandbox.wallets.applePayToken({ ...sum, card: card as never }),
})
async function byBinding({ login: userName, password }: Tenant) {
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

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: payments of proxies that are killed, since there is ${why}\n`)

describe.skipIf(why).each([
  ['one merchant', 1, share(charges, 2)],
  ['three merchants', 3, share(charges, 3)],
] as const)('a proxy of %s that is killed while the gateway works on a payment', (_, merchants, charges) => {
  beforeAll(() => open(merchants))
  afterAll(async () => {
    for (const end of endings.splice(0).toReversed()) await end()
  })

  /** Requests a charge of the same number of each merchant, and kills the proxy when the gateway has processed all. */
  async function killedDuring(path: string, orderNumber: string, payment: (tenant: Tenant) => Promise<object>) {
    const bodies = await Promise.all(tenants.map(async (one) => ({ ...sum, orderNumber, ...(await payment(one)) })))
    let left = merchants
    const haveWorked = new Promise<void>((done) => (worked = () => void (--left || done())))
    isHeld = true
    const asked = Promise.allSettled(tenants.map((tenant, at) => ask(tenant, path, bodies[at]!)))
    await haveWorked
    await proxy.stop('SIGKILL')
    isHeld = false
    expect((await asked).map(({ status }) => status)).toEqual(tenants.map(() => 'rejected'))
  }

  const haveCome = (orderNumber: string, ...types: readonly string[]) =>
    waitFor(() => expect(tenants.map((one) => typesOf(one, orderNumber))).toEqual(tenants.map(() => types)))

  test.each(charges)(
    '%s: the next process notifies the merchant of the outcome, once',
    async (name, path, payment, type) => {
      const orderNumber = `K-${name.length}`
      await killedDuring(path, orderNumber, payment)
      expect(tenants.flatMap((one) => typesOf(one, orderNumber))).toEqual([])
      await proxy.start()
      await haveCome(orderNumber, type)
      if (type === 'order.declined') return
      await Promise.all(tenants.map((one) => ask(one, `orders/${orderNumber}/refund`, { amount: 1000 })))
      await haveCome(orderNumber, type, 'order.refunded')
    },
  )
})
