import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { createProxy, type Proxy } from '#adapters/create-proxy.ts'
import { startSandbox, type RunningSandbox } from '../../../server/sandbox.ts'
import type { Fixture } from '../../conformance/gateway/fixture.ts'
import { stored } from '../../conformance/gateway/stored-cards.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../support/own-redis.ts'
import { share } from '../../support/extent.ts'
import { poll, waitFor } from '../../support/poll.ts'
import { openTcpRelay, type TcpRelay } from '../../unit/proxy/support/tcp-relay.ts'
import { secret } from '../../unit/proxy/support/test-proxy.ts'
import { apiKey, webhookSecret } from '../../unit/proxy/webhooks/stand.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const portOf = ({ url }: OwnRedis): number => Number(new URL(url).port)

/** The webhooks that the merchant's server has received; while it `isAway`, it refuses them. */
async function openMerchant() {
  const [came, refused]: [string[], string[]] = [[], []]
  const merchant = { isAway: false, came, refused, address: '' }
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

describe.skipIf(why)('a proxy whose Redis', () => {
  let [first, second]: readonly [OwnRedis, OwnRedis] = [undefined!, undefined!]
  let relay: TcpRelay
  let merchant: Awaited<ReturnType<typeof openMerchant>>
  let proxy: Proxy
  let bindingId: string
  beforeEach(async () => {
    const folders = ['first-', 'second-'].map((name) => mkdtempSync(join(tmpdir(), name)))
    endings.push(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
    ;[first, second] = (await Promise.all(folders.map((folder) => openRedis(folder)))) as [OwnRedis, OwnRedis]
    endings.push(() => Promise.all([first.stop(), second.stop()]))
    relay = await openTcpRelay(portOf(first))
    endings.push(relay.close)
    const sandbox: RunningSandbox = await startSandbox()
    endings.push(sandbox.close)
    merchant = await openMerchant()
    const { userName, password } = sandbox.credentials.gateway
    proxy = await createProxy(
      {
        TENDER_PUBLIC_URL: 'http://localhost:8080',
        TENDER_SHOP_ORIGINS: 'http://localhost:8099',
        TENDER_GATEWAY_URL: sandbox.addresses.gateway,
        TENDER_GATEWAY_USERNAME: userName,
        TENDER_GATEWAY_PASSWORD: password,
        TENDER_GATEWAY_TIMEOUT_MS: '1000',
        TENDER_LOCK_TTL_MS: '4500',
        TENDER_TICKET_SECRET: secret,
        TENDER_API_KEYS: apiKey,
        TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
        TENDER_WEBHOOK_URL: merchant.address,
        TENDER_WEBHOOK_SECRET: webhookSecret,
        TENDER_REDIS_URL: `redis://127.0.0.1:${relay.port}`,
        TENDER_LOG_LEVEL: 'silent',
      },
      {},
    )
    endings.push(() => proxy.close())
    const gateway = client(gatewayApi, sandbox.addresses.gateway, fetch)
    bindingId = await stored({ gateway } as Fixture, 'jane', { type: 'R', by: { userName, password } })
    await isReady()
  })

  const readiness = async (): Promise<number> =>
    (await proxy.app.inject({ url: '/readyz', headers: { host: 'localhost:8080' } })).statusCode
  const isReady = () => poll(readiness).toBe(200)

  /** A recurrent charge, which is recorded in Redis before it is sent, as the merchant repeats it until it is answered. */
  async function charge(orderNumber: string): Promise<void> {
    await waitFor(async () => {
      const answer = await proxy.app.inject({
        method: 'POST',
        url: '/merchant/charges/recurrent',
        headers: { host: 'localhost:8080', authorization: `Bearer ${apiKey}` },
        payload: { orderNumber, amount: 1234, currency: '978', clientId: 'jane', bindingId },
      })
      expect(answer.json<Order>()).toMatchObject({ state: 'paid' })
    })
  }

  const hasCome = (...orderNumbers: string[]) =>
    poll(() => merchant.came.toSorted()).toEqual(orderNumbers.map((number) => `order.paid ${number}`))

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
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      merchant.isAway = true
      await charge(`A-${sent.length}`)
      // What a Redis has acknowledged and not yet replicated is lost with it: the webhook is stored once it was tried.
      await poll(() => merchant.refused).toContain(`order.paid A-${sent.length}`)
      await isReplicated(from)
      await failOver(from, to)
      merchant.isAway = false
      await charge(`A-${sent.length + 1}`)
      sent.push(`A-${sent.length}`, `A-${sent.length + 1}`)
      await hasCome(...sent)
      await isReady()
      await isReplica(from)
    }
  })

  const silences = [
    ['all connections but that of the locks die silently', (connection: number) => connection > 0],
    ['all connections die silently', () => true],
  ] as const
  test.each(share(silences, 2))('is not ready while %s, and makes new ones', async (_, isMeant) => {
    relay.silence(isMeant)
    await poll(readiness).toBe(503)
    await charge('A-1')
    await hasCome('A-1')
    await isReady()
  })
})
