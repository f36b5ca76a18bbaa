import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openLine } from './line.ts'
import { facts, orderIdOf, requestFor, type Kind } from './requests.ts'
import { openRedis, whyNoRedis } from '../../support/own-redis.ts'
import { poll } from '../../support/poll.ts'
import { built, processes, slow, type Running } from '../../unit/cli/tender.ts'

const start = processes()
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** A gateway that charges every payment it gets, and can hold the answers of payments back. */
async function openGateway() {
  const state = {
    isHeld: false,
    registered: new Set<string>(),
    payments: [] as string[],
    paid: new Set<string>(),
    held: [] as (() => void)[],
  }
  const send = (response: ServerResponse, body: object): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const statusOf = (orderNumber: string): object => ({
    errorCode: '0',
    orderNumber,
    orderStatus: state.paid.has(orderNumber) ? 2 : 0,
    actionCode: state.paid.has(orderNumber) ? 0 : -100,
    amount: facts.amount,
    currency: facts.currency,
    attributes: [{ name: 'mdOrder', value: orderIdOf(orderNumber) }],
  })
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const fields = new URLSearchParams(body)
      const orderNumber = fields.get('orderNumber') ?? ''
      if (request.url!.endsWith('/register.do')) {
        state.registered.add(orderNumber)
        return send(response, { errorCode: 0, orderId: orderIdOf(orderNumber), formUrl: 'https://gateway.example/pay' })
      }
      if (!request.url!.endsWith('/paymentorder.do'))
        return send(response, state.registered.has(orderNumber) ? statusOf(orderNumber) : { errorCode: 6 })
      const order = fields.get('MDORDER')!.slice(orderIdOf('').length)
      state.payments.push(order)
      const answer = (): void => {
        state.paid.add(order)
        send(response, { errorCode: 0, redirect: 'https://shop.example/done' })
      }
      return state.isHeld ? void state.held.push(answer) : answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => (server.closeAllConnections(), server.close()))
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The settings of two workers at a gateway. */
const settingsFor = (gateway: string) => ({
  TENDER_WORKERS: '2',
  TENDER_HOST: '127.0.0.1',
  TENDER_PORT: '0',
  TENDER_PUBLIC_URL: `https://${facts.host}`,
  TENDER_SHOP_ORIGINS: 'https://shop.example',
  TENDER_GATEWAY_URL: gateway,
  TENDER_GATEWAY_USERNAME: 'shop-api',
  TENDER_GATEWAY_PASSWORD: 'a-password',
  TENDER_TICKET_SECRET: facts.secret,
  TENDER_TRUST_PROXY: '127.0.0.1',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
  // A sixth submit in progress, which no lock makes wait yet, would be refused as one too many.
  TENDER_LIMIT_TRIES: 'none',
})

async function openWorkers(more: NodeJS.ProcessEnv = {}) {
  const { state, url } = await openGateway()
  const tender = start(process.execPath, [built, 'proxy'], { ...settingsFor(url), ...more })
  await tender.printed('The proxy listens on')
  const port = Number(/listens on 127\.0\.0\.1:(\d+)/.exec(tender.error())![1])
  /** The status of a request over a connection of its own, so that the workers take turns; 0 where there is no answer. */
  const ask = async (kind: Kind, order: string): Promise<number> => {
    const line = await openLine(port).catch(() => undefined)
    const received = await line?.ask(requestFor(kind, order, Date.now())).catch(() => undefined)
    line?.close()
    return received?.status ?? 0
  }
  const prepare = async (order: string): Promise<void> => expect(await ask('prepare', order)).toBe(200)
  return { state, tender, ask, prepare, port }
}

const workersOf = ({ child: { pid } }: Running): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

/** Waits until something is so. */
const until = (isSo: () => boolean): Promise<void> => poll(isSo).toBe(true)

const times = <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))

test('workers have the settings of the file .env.tender too', slow, async () => {
  const { url } = await openGateway()
  const folder = mkdtempSync(join(tmpdir(), 'tender-workers-'))
  endings.push(() => rmSync(folder, { recursive: true }))
  const lines = Object.entries(settingsFor(url)).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env.tender'), lines.join(''))
  const tender = start(process.execPath, [built, 'proxy'], {}, folder)
  await tender.printed('The proxy listens on')
  expect(workersOf(tender)).toHaveLength(2)
})

test('an order that both workers are asked to pay at once is paid once', slow, async () => {
  const { state, tender, ask, prepare } = await openWorkers()
  expect(workersOf(tender)).toHaveLength(2)
  const orders = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5']
  await Promise.all(orders.map(prepare))
  await Promise.all(orders.map((order) => times(8, () => ask('pay', order))))
  expect(state.payments.toSorted()).toEqual(orders)
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: workers whose locks are in Redis, since there is ${why}\n`)

test.skipIf(why)('workers whose locks are in Redis pay an order once, asked at once by both', slow, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tender-redis-'))
  const redis = await openRedis(folder)
  endings.push(async () => {
    await redis.stop()
    rmSync(folder, { recursive: true })
  })
  const { state, tender, ask, prepare } = await openWorkers({ TENDER_REDIS_URL: redis.url })
  expect(workersOf(tender)).toHaveLength(2)
  const orders = ['E-1', 'E-2', 'E-3', 'E-4', 'E-5']
  await Promise.all(orders.map(prepare))
  state.isHeld = true
  const paying = orders.map((order) => times(8, () => ask('pay', order)))
  await until(() => state.held.length === orders.length)
  // The keys of the locks: an order's own, and its request's, which are hashed.
  expect(Number(await redis.command('DBSIZE'))).toBeGreaterThanOrEqual(2 * orders.length)
  state.isHeld = false
  for (const answer of state.held) answer()
  expect(new Set((await Promise.all(paying)).flat())).toEqual(new Set([200]))
  expect(state.payments.toSorted()).toEqual(orders)
})

test('workers that are killed while the gateway works free no lock: nothing is paid twice', slow, async () => {
  const { state, tender, ask, prepare } = await openWorkers()
  state.isHeld = true
  await times(4, (at) => prepare(`B-${at}`))
  const cut = times(4, (at) => ask('pay', `B-${at}`))
  await until(() => state.payments.length === 4)
  const killed = workersOf(tender)
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  expect(await cut).toEqual([0, 0, 0, 0])
  await until(() => workersOf(tender).filter((pid) => pid && !killed.includes(pid)).length === 2)
  while ((await ask('outcome', 'B-0')) !== 200);
  await times(4, async (at) => {
    for (let again = 0; again < 5; again++) expect(await ask('pay', `B-${at}`)).toBe(200)
  })
  expect(state.payments.toSorted()).toEqual(['B-0', 'B-1', 'B-2', 'B-3'])
  expect(tender.out().match(/"code":"worker_ended"/g)).toHaveLength(2)
})

test('a signal stops all workers, which finish what they have begun', slow, async () => {
  const { state, tender, ask, prepare } = await openWorkers()
  state.isHeld = true
  await times(4, (at) => prepare(`C-${at}`))
  const paying = times(4, (at) => ask('pay', `C-${at}`))
  await until(() => state.held.length === 4)
  tender.child.kill('SIGTERM')
  setTimeout(() => state.held.forEach((answer) => answer()), 500)
  expect(await paying).toEqual([200, 200, 200, 200])
  expect(await tender.ended).toBe(0)
  expect(tender.error()).toMatch(/^The proxy listens on [^\n]*\n$/)
})

test('SIGUSR2 replaces the workers one after the other: no request fails, and no lock is lost', slow, async () => {
  const { state, tender, ask, prepare } = await openWorkers()
  const before = workersOf(tender)
  state.isHeld = true
  await prepare('D-1')
  const paying = ask('pay', 'D-1')
  await until(() => state.held.length === 1)
  tender.child.kill('SIGUSR2')
  const statuses: number[] = []
  const isReplaced = (): boolean => tender.out().includes('workers_replaced')
  while (!isReplaced() || statuses.length < 20) {
    statuses.push(await ask('outcome', `D-2-${statuses.length}`), await ask('pay', 'D-1'))
    // The worker that holds the answer ends only when it has it.
    if (statuses.length > 20) state.held.splice(0).forEach((answer) => answer())
  }
  expect([...new Set(statuses), await paying]).toEqual([200, 200])
  expect(state.payments).toEqual(['D-1'])
  expect(workersOf(tender).filter((pid) => before.includes(pid))).toEqual([])
})

test('workers end with their primary, since its locks are gone', slow, async () => {
  const { tender } = await openWorkers()
  const workers = workersOf(tender)
  tender.child.kill('SIGKILL')
  const isGone = (pid: number): boolean => {
    try {
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return true
    }
  }
  await until(() => workers.every(isGone))
})

test('a port in use is one sentence, and all processes end', slow, async () => {
  const { port } = await openWorkers()
  const second = start(process.execPath, [built, 'proxy'], {
    TENDER_WORKERS: '2',
    TENDER_HOST: '127.0.0.1',
    TENDER_PORT: String(port),
    TENDER_PUBLIC_URL: `https://${facts.host}`,
    TENDER_SHOP_ORIGINS: 'https://shop.example',
    TENDER_GATEWAY_URL: 'http://127.0.0.1:9',
    TENDER_GATEWAY_USERNAME: 'shop-api',
    TENDER_GATEWAY_PASSWORD: 'a-password',
    TENDER_TICKET_SECRET: facts.secret,
  })
  expect(await second.ended).toBe(1)
  // The pipe may be read after the process has ended.
  await poll(() => second.error().match(/is in use by another process/g)?.length).toBe(1)
})
