import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { request as send } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { freePorts } from '#demo/ports.ts'
import { startSandbox, type RunningSandbox } from '../../../server/sandbox.ts'
import type { Fixture } from '../../conformance/gateway/fixture.ts'
import { stored } from '../../conformance/gateway/stored-cards.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../support/own-redis.ts'
import { isFull, share } from '../../support/extent.ts'
import { poll, waitFor } from '../../support/poll.ts'
import { openTcpRelay, type TcpRelay } from '../../unit/proxy/support/tcp-relay.ts'
import { secret } from '../../unit/proxy/support/test-proxy.ts'
import { apiKey, webhookSecret } from '../../unit/proxy/webhooks/stand.ts'
import { proxyProcess, type ProxyProcess } from './tender.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const portOf = ({ url }: OwnRedis): number => Number(new URL(url).port)

/** The webhooks that a merchant's server has received; while it `isAway`, it refuses them. */
async function openMerchant(login: string, password: string) {
  const [came, refused]: [string[], string[]] = [[], []]
  const merchant = { login, password, isAway: false, came, refused, address: '', host: '', bindingId: '' }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { orderNumber: string } }
      ;(merchant.isAway ? refused : came).push(`${type} ${data.orderNumber}`)
      return response.writeHead(merchant.isAway ? 500 : 204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endings.push(() => (server.closeAllConnections(), server.close()))
  merchant.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return merchant
}

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: a Redis that fails over, since there is ${why}\n`)

type Merchant = Awaited<ReturnType<typeof openMerchant>>

const environmentOf = ({ host, login, password, address }: Merchant, gateway: string, redis: number, at: number) => ({
  TENDER_PUBLIC_URL: `http://${host}`,
  TENDER_SHOP_ORIGINS: 'http://localhost:8099',
  TENDER_GATEWAY_URL: gateway,
  TENDER_GATEWAY_USERNAME: login,
  TENDER_GATEWAY_PASSWORD: password,
  TENDER_GATEWAY_TIMEOUT_MS: '1000',
  TENDER_LOCK_TTL_MS: '4500',
  TENDER_TICKET_SECRET: `${secret}-${at}`,
  TENDER_API_KEYS: `${apiKey}-${at}`,
  TENDER_SIGNING_SECRET: `a-signing-secret-of-more-than-32-bytes-${at}`,
  TENDER_WEBHOOK_URL: address,
  TENDER_WEBHOOK_SECRET: webhookSecret,
  TENDER_REDIS_URL: `redis://127.0.0.1:${redis}`,
  TENDER_LOG_LEVEL: 'silent',
})

describe.skipIf(why).each([
  ['one merchant', 1],
  ['three merchants', 3],
] as const)('a proxy of %s whose Redis', (_, count) => {
  let [first, second]: readonly [OwnRedis, OwnRedis] = [undefined!, undefined!]
  let relay: TcpRelay
  let merchants: readonly Merchant[]
  let proxy: ProxyProcess
  beforeEach(async () => {
    const folders = ['first-', 'second-'].map((name) => mkdtempSync(join(tmpdir(), name)))
    endings.push(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
    ;[first, second] = (await Promise.all(folders.map((folder) => openRedis(folder)))) as [OwnRedis, OwnRedis]
    endings.push(() => Promise.all([first.stop(), second.stop()]))
    relay = await openTcpRelay(portOf(first))
    endings.push(relay.close)
    const logins = Array.from({ length: count }, (__, at) => ({ login: `api-${at}`, password: `password-${at}` }))
    const sandbox: RunningSandbox = await startSandbox({ merchants: logins })
    endings.push(sandbox.close)
    merchants = await Promise.all(logins.map(({ login, password }) => openMerchant(login, password)))
    const gateway = client(gatewayApi, sandbox.addresses.gateway, fetch)
    const [port] = (await freePorts(1, 0)) as [number]
    for (const [at, merchant] of merchants.entries()) {
      const by = { userName: merchant.login, password: merchant.password }
      merchant.bindingId = await stored({ gateway } as Fixture, 'jane', { type: 'R', by })
      merchant.host = `m${at}.localhost:${port}`
    }
    const environments = merchants.map((one, at) => environmentOf(one, sandbox.addresses.gateway, relay.port, at))
    proxy = proxyProcess(port, ...environments)
    endings.push(() => proxy.stop('SIGTERM'))
    await proxy.start()
  })

  const readiness = async (): Promise<readonly number[]> =>
    Promise.all(
      merchants.map(async ({ host }) => {
        const { statusCode, body } = await send(`http://127.0.0.1:${proxy.port}/readyz`, { headers: { host } })
        await body.dump()
        return statusCode
      }),
    )
  const answers = (status: number) => poll(readiness).toEqual(merchants.map(() => status))
  const isReady = () => answers(200)

  /** A recurrent charge of each, recorded in Redis before it is sent, as the merchant repeats it until it is answered. */
  async function charge(orderNumber: string): Promise<void> {
    const chargeOne = ({ host, bindingId }: Merchant, at: number) =>
      waitFor(async () => {
        const { body } = await send(`http://127.0.0.1:${proxy.port}/merchant/charges/recurrent`, {
          method: 'POST',
          headers: { host, authorization: `Bearer ${apiKey}-${at}`, 'content-type': 'application/json' },
          body: JSON.stringify({ orderNumber, amount: 1234, currency: '978', clientId: 'jane', bindingId }),
        })
        expect(await body.json()).toMatchObject({ state: 'paid' })
      })
    await Promise.all(merchants.map(chargeOne))
  }

  const haveCome = (...orderNumbers: readonly string[]) =>
    poll(() => merchants.map(({ came }) => came.toSorted())).toEqual(
      merchants.map(() => orderNumbers.map((number) => `order.paid ${number}`)),
    )

  const areAway = (isAway: boolean): void => {
    for (const merchant of merchants) merchant.isAway = isAway
  }

  /** The replica becomes the primary, and the old primary its replica, which keeps the connections that it has. */
  async function failOver(from: OwnRedis, to: OwnRedis): Promise<void> {
    await to.command('REPLICAOF', 'NO', 'ONE')
    await from.command('REPLICAOF', '127.0.0.1', String(portOf(to)))
    relay.lead(portOf(to))
  }

  /** The replica has all that its primary has written until now. */
  async function isReplicated(redis: OwnRedis): Promise<void> {
    const offset = async (pattern: RegExp): Promise<number> =>
      Number(pattern.exec(await redis.command('INFO', 'replication'))?.[1])
    const written = await offset(/master_repl_offset:(\d+)/)
    await poll(() => offset(/^slave0:.*offset=(\d+)/m)).toBeGreaterThanOrEqual(written)
  }

  const isReplica = (redis: OwnRedis) =>
    waitFor(async () => expect(await redis.command('INFO', 'replication')).toContain('master_link_status:up'))

  test('fails over, and back, goes on with charges and webhooks, also with those of before', async () => {
    await second.command('REPLICAOF', '127.0.0.1', String(portOf(first)))
    await isReplica(second)
    const sent: string[] = []
    const turns = [
      [first, second],
      [second, first],
    ] as const
    for (const [from, to] of count > 1 ? share(turns, 2) : turns) {
      areAway(true)
      await charge(`A-${sent.length}`)
      // What a Redis has acknowledged and not yet replicated is lost with it: the webhook is stored once it was tried.
      await Promise.all(merchants.map((one) => poll(() => one.refused).toContain(`order.paid A-${sent.length}`)))
      await isReplicated(from)
      await failOver(from, to)
      areAway(false)
      await charge(`A-${sent.length + 1}`)
      sent.push(`A-${sent.length}`, `A-${sent.length + 1}`)
      await haveCome(...sent)
      await isReady()
      await isReplica(from)
    }
  })

  const silences = [
    ['all connections but that of the locks die silently', (connection: number) => connection > 0],
    ['all connections die silently', () => true],
  ] as const
  test.each(count > 1 && !isFull ? [] : share(silences, 2))(
    'is not ready while %s, and makes new ones',
    async (_, isMeant) => {
      relay.silence(isMeant)
      await answers(503)
      await charge('A-1')
      await haveCome('A-1')
      await isReady()
    },
  )
})
