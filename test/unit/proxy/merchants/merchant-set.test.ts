import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { soon, systemClock } from '#ports/system.ts'
import { logOnly, type Log } from '#proxy/http/log.ts'
import type { Merchant, MerchantReading } from '#proxy/merchants/merchant-file.ts'
import { merchantSet } from '#proxy/merchants/merchant-set.ts'
import { routeByHost } from '#proxy/merchants/route-by-host.ts'
import { readingOf } from './merchant-files.ts'

let server: Server
let mayClose: boolean
/** What is to be called soon, where it is held. */
let held: (() => void)[] | undefined

beforeEach(() => void ([mayClose, held] = [true, undefined]))
afterEach(() => void server.close())

/** A set whose apps answer with the name of their shop, and `/slow` once `answer` is called. */
async function openSet(...readings: readonly MerchantReading[]) {
  const log: string[] = []
  let answer: (() => void) | undefined
  const open = async ({ name, config }: Merchant) => {
    const app = fastify()
    const is = `${name} ${config.shopName ?? ''}`
    if (config.shopName === 'unopened') throw new Error('cannot be opened')
    log.push(`opened ${is}`)
    app.get('/', async () => is)
    app.get('/slow', async () => new Promise((resolve) => (answer = () => resolve(is))))
    const close = async (noticed?: () => Promise<void>): Promise<void> => {
      await noticed?.()
      await app.close()
      if (config.shopName === 'unclosed') throw new Error('cannot be closed')
      log.push(`closed ${is}`)
    }
    return { app, close }
  }
  const removed = async ({ name }: Merchant): Promise<void> => void log.push(`removed ${name}`)
  let steady = 0
  const clock = { ...systemClock, steady: () => steady }
  const logOf = ({ name }: Merchant): Log => ({
    ...logOnly(false),
    error: ({ code, error }) => void log.push(`${name} ${code} ${error}`),
  })
  const set = merchantSet({ clock, logOf, open, mayClose, removed })
  await set.apply(readings)
  const loop = {
    now: () => steady,
    soon: (act: () => void) => (held ? void held.push(act) : soon(act)),
    utilization: () => 0,
  }
  server = createServer(routeByHost(set.find, loop)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (host: string, path = '/'): Promise<string> => {
    const [answered] = await once(get({ port, path, headers: { host }, agent: false }), 'response')
    const parts: Buffer[] = []
    for await (const part of answered) parts.push(part as Buffer)
    return `${answered.statusCode} ${Buffer.concat(parts).toString()}`.trim()
  }
  return {
    set,
    log,
    ask,
    answer: () => answer!(),
    isAsked: () => answer !== undefined,
    later: (ms: number) => void (steady += ms),
  }
}

test('a merchant is found by its host in any letters and with its port; any other host gets 421 at each address', async () => {
  const { ask, log } = await openSet(readingOf('m1'), readingOf('m2'))
  expect(log).toEqual([])
  expect(await ask('pay.m1.shop')).toBe('200 m1')
  expect(await ask('PAY.M1.shop:443')).toBe('200 m1')
  for (const path of ['/', '/healthz', '/api/pay']) expect(await ask('pay.m3.shop', path)).toBe('421')
  expect(await ask('pay.m1.shop.')).toBe('421')
  expect(log).toEqual(['opened m1 '])
})

test('a changed merchant is served anew while its old app ends what it has begun', async () => {
  const { set, ask, log, answer } = await openSet(readingOf('m1'), readingOf('m2'))
  const slow = ask('pay.m1.shop', '/slow')
  await expect.poll(() => log).toEqual(['opened m1 '])
  await set.apply([readingOf('m1', 'TENDER_SHOP_NAME=New'), readingOf('m2')])
  expect(await ask('pay.m1.shop')).toBe('200 m1 New')
  expect(log).toEqual(['opened m1 ', 'opened m1 New'])
  answer()
  expect(await slow).toBe('200 m1')
  await expect.poll(() => log).toEqual(['opened m1 ', 'opened m1 New', 'closed m1 '])
})

test('a removed merchant ends what it has begun, and gets 421 at once', async () => {
  const { set, ask, log, answer } = await openSet(readingOf('m1'), readingOf('m2'))
  const slow = ask('pay.m1.shop', '/slow')
  await expect.poll(() => log).toEqual(['opened m1 '])
  await set.apply([readingOf('m2')])
  expect(await ask('pay.m1.shop')).toBe('421')
  expect(await ask('pay.m2.shop')).toBe('200 m2')
  answer()
  expect(await slow).toBe('200 m1')
  await expect.poll(() => log.slice(-2)).toEqual(['closed m1 ', 'removed m1'])
})

test('a change whose app cannot be opened keeps the last one', async () => {
  const { set, ask } = await openSet(readingOf('m1'))
  await ask('pay.m1.shop')
  expect(await set.apply([readingOf('m1', 'TENDER_SHOP_NAME=unopened')])).toEqual(['m1.env: cannot be opened'])
  expect(await ask('pay.m1.shop')).toBe('200 m1')
})

test('a merchant that cannot be opened is 503, and no other is', async () => {
  const { ask } = await openSet(readingOf('m1', 'TENDER_SHOP_NAME=unopened'), readingOf('m2'))
  expect(await ask('pay.m1.shop')).toBe('503')
  expect(await ask('pay.m2.shop')).toBe('200 m2')
})

test('an app is closed after a quarter of an hour without a request, and opened again by the next one', async () => {
  const { set, ask, log, later } = await openSet(readingOf('m1'), readingOf('m2'))
  await ask('pay.m1.shop')
  later(600_000)
  await ask('pay.m2.shop')
  await set.closeIdle()
  later(300_000)
  await set.closeIdle()
  expect(log).toEqual(['opened m1 ', 'opened m2 ', 'closed m1 '])
  expect(await ask('pay.m1.shop')).toBe('200 m1')
  expect(log.at(-1)).toBe('opened m1 ')
})

test('an app that alone has its locks stays open', async () => {
  mayClose = false
  const { set, ask, log, later } = await openSet(readingOf('m1'))
  await ask('pay.m1.shop')
  later(1_000_000)
  await set.closeIdle()
  expect(log).toEqual(['opened m1 '])
})

test('of more than 150 that are open, those are closed that had nothing for a minute, and none that is at work', async () => {
  const readings = Array.from({ length: 151 }, (_, at) => readingOf(`m${at}`))
  const { set, ask, log, answer, isAsked, later } = await openSet(...readings)
  for (const { merchant } of readings) await set.open(merchant!.host)
  const slow = ask('pay.m1.shop', '/slow')
  await expect.poll(() => isAsked()).toBe(true)
  later(59_000)
  await ask('pay.m2.shop')
  await set.closeIdle()
  later(1000)
  await set.closeIdle()
  const closed = log.filter((line) => line.startsWith('closed'))
  expect([closed.length, closed.includes('closed m1 '), closed.includes('closed m2 ')]).toEqual([149, false, false])
  answer()
  expect(await slow).toBe('200 m1')
})

test('of more than 200 those that had nothing for the longest are closed at once', async () => {
  const readings = Array.from({ length: 203 }, (_, at) => readingOf(`m${at}`))
  const { set, log, later } = await openSet(...readings)
  for (const { merchant } of readings) {
    await set.open(merchant!.host)
    later(1)
  }
  await expect
    .poll(() => log.filter((line) => line.startsWith('closed')))
    .toEqual(['closed m0 ', 'closed m1 ', 'closed m2 '])
})

test('the end closes what is open, and what is opened meanwhile; what cannot be closed is logged by its name', async () => {
  const { set, ask, log } = await openSet(
    readingOf('m1', 'TENDER_SHOP_NAME=unclosed'),
    readingOf('m2'),
    readingOf('m3'),
  )
  for (const name of ['m1', 'm2']) await set.open(`pay.${name}.shop`)
  const last = ask('pay.m3.shop')
  await set.stop(async () => expect(await last).toBe('200 m3'))
  expect(log.slice(2).toSorted()).toEqual(['closed m2 ', 'closed m3 ', 'm1 not_closed Error', 'opened m3 '])
})

test('a request that waited for its turn has none at a merchant that was removed meanwhile', async () => {
  const { set, ask, log, answer, isAsked } = await openSet(readingOf('m1'), readingOf('m2'))
  const slow = ask('pay.m1.shop', '/slow')
  await expect.poll(() => isAsked()).toBe(true)
  // With it, these are all that are due at once.
  for (let at = 0; at < 7; at += 1) await ask('pay.m1.shop')
  const later: (() => void)[] = (held = [])
  const waiting = ask('pay.m1.shop')
  await expect.poll(() => later.length).toBe(1)
  await set.apply([readingOf('m2')])
  answer()
  expect(await slow).toBe('200 m1')
  await expect.poll(() => log.at(-1)).toBe('removed m1')
  held = undefined
  later[0]!()
  expect(await waiting).toBe('421')
  expect(log).toEqual(['opened m1 ', 'closed m1 ', 'removed m1'])
})
