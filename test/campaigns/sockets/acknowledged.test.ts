import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { request as send } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { freePorts } from '#demo/ports.ts'
import { startSandbox, type RunningSandbox } from '../../../server/sandbox.ts'
import { testCard } from '../../../server/testing.ts'
import { signOrder } from '../../../server/ticket.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../support/own-redis.ts'
import { poll, waitFor } from '../../support/poll.ts'
import { openTcpRelay, type TcpRelay } from '../../unit/proxy/support/tcp-relay.ts'
import { secret } from '../../unit/proxy/support/test-proxy.ts'
import { apiKey } from '../../unit/proxy/webhooks/stand.ts'
import { proxyProcess, type ProxyProcess } from './tender.ts'

const host = 'pay.localhost'
const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const refused = testCard({ threeDs: 'none', code: 116 })

const portOf = ({ url }: OwnRedis): number => Number(new URL(url).port)

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: acknowledged payments and their Redis, since there is ${why}\n`)

describe.skipIf(why)('two processes in front of a bank that cancels what is not acknowledged', () => {
  const endings: (() => unknown)[] = []
  let sandbox: RunningSandbox
  let redis: readonly [OwnRedis, OwnRedis]
  let relay: TcpRelay
  let proxies: readonly [ProxyProcess, ProxyProcess]
  /** How often the bank was asked to acknowledge. */
  let asked = 0
  /** While it is set, the bank acknowledges, and its answer is lost. */
  let isLost = false

  beforeAll(async () => {
    sandbox = await startSandbox({ profile: 'satim' })
    endings.push(sandbox.close)
    // A replica writes a file where it runs.
    const folders = ['first-', 'second-'].map((name) => mkdtempSync(join(tmpdir(), name)))
    endings.push(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
    redis = (await Promise.all(folders.map((folder) => openRedis(folder)))) as [OwnRedis, OwnRedis]
    endings.push(() => Promise.all(redis.map((one) => one.stop())))
    await redis[1].command('REPLICAOF', '127.0.0.1', String(portOf(redis[0])))
    relay = await openTcpRelay(portOf(redis[0]))
    endings.push(relay.close)
    const { userName, password } = sandbox.credentials.gateway
    const env = {
      TENDER_PUBLIC_URL: `https://${host}`,
      TENDER_SHOP_ORIGINS: 'https://shop.localhost',
      TENDER_GATEWAY_PROFILE: 'satim',
      TENDER_GATEWAY_PARAMS: 'force_terminal_id:E010101010',
      TENDER_GATEWAY_URL: await openNetwork(),
      TENDER_GATEWAY_USERNAME: userName,
      TENDER_GATEWAY_PASSWORD: password,
      TENDER_TICKET_SECRET: secret,
      TENDER_API_KEYS: apiKey,
      TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
      TENDER_REDIS_URL: `redis://127.0.0.1:${relay.port}`,
      TENDER_LOG_LEVEL: 'error',
    }
    const ports = (await freePorts(2, 0)) as [number, number]
    proxies = ports.map((port) => proxyProcess(port, env)) as [ProxyProcess, ProxyProcess]
    endings.push(() => Promise.all(proxies.map((one) => one.stop('SIGKILL'))))
    await Promise.all(proxies.map((one) => one.start()))
  })
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  /** The connection to the bank. */
  async function openNetwork(): Promise<string> {
    const server = createServer((incoming, response) => {
      const isAcknowledging = incoming.url!.includes('acknowledgeTransaction.do')
      if (isAcknowledging) asked += 1
      void forwarded(incoming).then(({ status, body }) => {
        if (isLost && isAcknowledging) return response.destroy()
        return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    endings.push(() => (server.closeAllConnections(), server.close()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function forwarded(incoming: IncomingMessage) {
    const { method = 'GET', url = '', headers } = incoming
    const sent = await text(incoming)
    const answer = await fetch(sandbox.addresses.gateway + url, {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'text/plain' },
      ...(method === 'POST' && { body: sent }),
    })
    return { status: answer.status, body: await answer.text() }
  }

  /** Leaves for the bank's page, and pays there. */
  async function paidThere(orderNumber: string, { pan, expiry, cvc } = plain): Promise<void> {
    const order = await signOrder(
      { orderNumber, amount: 10_000, currency: '012', returnUrl: 'https://shop.localhost/back' },
      secret,
    )
    const { headers, body } = await send(`http://127.0.0.1:${proxies[0].port}/pay`, {
      method: 'POST',
      headers: { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: `order=${order}`,
    })
    await body.dump()
    const card = { pan, expiry: `${expiry.slice(4)}/${expiry.slice(2, 4)}`, cvc, holder: 'JANE DOE' }
    await fetch(String(headers['location']), { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
  }

  /** What a process says of an order; its error while it cannot acknowledge. */
  async function stateAt(proxy: ProxyProcess, orderNumber: string): Promise<string | undefined> {
    const { body } = await send(`http://127.0.0.1:${proxy.port}/merchant/orders/${orderNumber}`, {
      headers: { host, authorization: `Bearer ${apiKey}` },
    })
    return ((await body.json()) as Partial<Order>).state
  }

  const bothSay = async (orderNumber: string, state: string): Promise<void> => {
    const said = await Promise.all(proxies.map((proxy) => stateAt(proxy, orderNumber)))
    expect(said).toEqual([state, state])
  }

  test('one is killed before it sees the answer: the other one asks until it does, then nobody again', async () => {
    isLost = true
    await paidThere('K1')
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    expect(await stateAt(proxies[1], 'K1')).not.toBe('paid')
    await proxies[0].stop('SIGKILL')
    isLost = false
    await poll(() => stateAt(proxies[1], 'K1')).toBe('paid')
    const before = asked
    await proxies[0].start()
    await bothSay('K1', 'paid')
    expect(asked).toBe(before)
  })

  test('what one has seen acknowledged, the other one does not acknowledge, also after a failover', async () => {
    const before = asked
    await paidThere('F1')
    await poll(() => stateAt(proxies[0], 'F1')).toBe('paid')
    await bothSay('F1', 'paid')
    const seen = asked
    expect(seen).toBeGreaterThan(before)
    const [first, second] = redis
    const offset = async (pattern: RegExp) => pattern.exec(await first.command('INFO', 'replication'))?.[1]
    const written = await offset(/master_repl_offset:(\d+)/)
    await poll(async () => Number(await offset(/^slave0:.*offset=(\d+)/m))).toBeGreaterThanOrEqual(Number(written))
    await second.command('REPLICAOF', 'NO', 'ONE')
    relay.lead(portOf(second))
    await first.stop('SIGKILL')
    await waitFor(() => bothSay('F1', 'paid'))
    expect(asked).toBe(seen)
    await paidThere('F2')
    await waitFor(() => bothSay('F2', 'paid'))
    expect(asked).toBeGreaterThan(seen)
  })

  test('a declined one is never acknowledged', async () => {
    const before = asked
    await paidThere('D1', refused)
    await bothSay('D1', 'declined')
    expect(asked).toBe(before)
  })
})
