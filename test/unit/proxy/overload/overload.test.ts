import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemEventLoopDelay } from '#ports/system.ts'
import { receiveRequests } from '#proxy/http/arrival.ts'
import { buildOverload, processLoad, shedLoad } from '#proxy/http/load-shedding.ts'
import { refusalFrom, sendRefusal } from '#proxy/http/refusals.ts'
import { cardFor } from '../support/test-proxy.ts'
import { openClients } from './clients.ts'
import { share } from '../../../support/extent.ts'

type Clients = Awaited<ReturnType<typeof openClients>>
describe('an overloaded proxy', () => {
  let it: Clients
  beforeEach(async () => {
    it = await openClients()
  })
  afterEach(async () => {
    it.release()
    await it.app.close()
  })

  /** Delayed for long enough to count as late, with more requests under way than a late process may have. */
  async function overloaded(): Promise<Awaited<ReturnType<Clients['clients']>>> {
    const request = await it.clients(80)
    it.state.eventLoopDelay = 50
    await it.ask('texts/en', 'A-1')
    it.clock.advance(50)
    return request
  }

  test('refuses new payments at once, says when to retry, and asks the gateway nothing for them', async () => {
    const request = await overloaded()
    const received = it.gateway.calls.length
    const refused = await it.ask('pay', 'A-2', cardFor('id-of-A-2'))
    expect(refused.statusCode).toBe(503)
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(refused.json()).toMatchObject({ error: { code: 'busy' } })
    expect(it.gateway.calls).toHaveLength(received)
    it.release()
    for (const one of await Promise.all(request)) expect(one.statusCode).toBe(200)
  })

  const mayBeRetried = [
    ['checkout', undefined],
    ['outcome', undefined],
    ['texts/en', undefined],
    ['prepare', {}],
    ['moto', cardFor('id')],
    ['wallet/pay', {}],
    ['wallet/session', {}],
    ['cards/remove', {}],
  ] as const

  test.each(share(mayBeRetried, 2))('refuses %s, which may be retried', async (name, body) => {
    await overloaded()
    expect((await it.ask(name, 'A-2', body)).statusCode).toBe(503)
  })

  test.each([
    ['authenticate', { ...cardFor('id'), continuation: 'x' }, 403],
    ['wallet/authenticate', {}, 400],
    ['cancel', {}, 200],
  ])('sends nobody away who has begun to pay: %s', async (name, body, status) => {
    await overloaded()
    expect((await it.ask(name, 'A-2', body)).statusCode).toBe(status)
  })

  test.each(['/healthz', '/readyz', '/frames/card.html'])('answers %s', async (url) => {
    await overloaded()
    expect((await it.send({ url })).statusCode).not.toBe(503)
  })

  test('sends requests away on a connection that lives on, and no one who has begun to pay', async () => {
    await it.app.listen({ host: '127.0.0.1', port: 0 })
    const request = await overloaded()
    const socket = connect((it.app.server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    const send = (line: string, ...headers: string[]): boolean =>
      socket.write([line, 'host: pay.shop.example', 'sec-fetch-site: same-origin', ...headers, '', ''].join('\r\n'))
    const answers = (): string[] => received.split(/(?=HTTP\/1\.1 )/).filter(Boolean)
    send('POST /api/pay HTTP/1.1', 'content-type: application/json', 'content-length: 2')
    socket.write('{}')
    await expect.poll(() => answers().length).toBe(1)
    send('GET /api/outcome HTTP/1.1')
    send('POST /api/cancel HTTP/1.1', 'content-type: text/plain', 'content-length: 0')
    await expect.poll(() => answers().length).toBe(3)
    expect(answers().map((answer) => Number(answer.slice(9, 12)))).toEqual([503, 503, 415])
    const ids = answers().map((answer) => /\r\nx-request-id: ([\da-f-]{36})\r\n/.exec(answer)?.[1])
    expect(new Set(ids).size).toBe(3)
    for (const answer of answers().slice(0, 2)) {
      expect(answer).toMatch(/\r\nretry-after: 1\r\n/)
      expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
      expect(answer).toMatch(/\r\nconnection: keep-alive\r\nkeep-alive: timeout=75\r\n/i)
      const [, length, body] = /\r\ncontent-length: (\d+)\r\n[^]*\r\n\r\n([^]*)$/i.exec(answer)!
      expect(body).toHaveLength(Number(length))
      expect(JSON.parse(body!)).toMatchObject({ error: { code: 'busy' } })
    }
    it.release()
    for (const one of await Promise.all(request)) expect(one.statusCode).toBe(200)
  })

  test('refuses a request for the head without a body, and one for the last answer of its connection', async () => {
    await it.app.listen({ host: '127.0.0.1', port: 0 })
    const request = await overloaded()
    const socket = connect((it.app.server.address() as AddressInfo).port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    const ended = new Promise((resolve) => socket.on('end', resolve))
    const send = (method: string, more = ''): boolean =>
      socket.write(`${method} /api/outcome HTTP/1.1\r\nhost: pay.shop.example\r\n${more}\r\n`)
    send('HEAD')
    send('GET', 'connection: close\r\n')
    await ended
    const [head, last] = received.split(/(?=HTTP\/1\.1 503 )/)
    expect(head).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 1\r\n[^]*\r\n\r\n$/)
    expect(last).toMatch(/\r\nconnection: close\r\n\r\n\{[^]*\}$/i)
    it.release()
    for (const one of await Promise.all(request)) expect(one.statusCode).toBe(200)
  })

  test('says so in one line, however many it refuses', async () => {
    await overloaded()
    for (let again = 0; again < 5; again++) await it.ask('outcome', 'A-2')
    expect(it.log.filter((line) => line.includes('overloaded'))).toHaveLength(1)
  })

  test('lets in as soon as less is at work', async () => {
    const request = await overloaded()
    expect((await it.ask('outcome', 'A-2')).statusCode).toBe(503)
    it.release()
    await Promise.all(request)
    expect((await it.ask('outcome', 'A-2')).statusCode).toBe(200)
  })
})

/** A route that is answered once `release` is called, with the requests that wait there. */
function slowApp(load?: ReturnType<typeof processLoad>) {
  const app = fastify()
  onTestFinished(() => app.close())
  const waiting: (() => void)[] = []
  const lines: unknown[] = []
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: (line: unknown) => void lines.push(line), error: quiet }
  const watched = { clock: { now: () => 0 }, eventLoopDelay: () => 0, log }
  const refuseOverload = shedLoad(app, { ...watched, ...(load && { load }) })
  app.setErrorHandler((error, _, reply) => sendRefusal(reply, refusalFrom(error)))
  receiveRequests(app, (_, __, url) => refuseOverload(url))
  app.get('/api/outcome', () => new Promise<object>((resolve) => waiting.push(() => resolve({}))))
  app.post('/api/authenticate', () => ({}))
  const read = () => app.inject('/api/outcome')
  const areWaiting = async (count: number): Promise<void> => {
    while (waiting.length < count) await new Promise(setImmediate)
  }
  return { app, waiting, lines, read, areWaiting, release: () => waiting.splice(0).forEach((answer) => answer()) }
}

test('of a thousand and one who wait for a slow gateway the last is refused, and none who has begun to pay', async () => {
  const { app, waiting, lines, read, areWaiting, release } = slowApp()
  const request = Array.from({ length: 1000 }, read)
  await areWaiting(1000)
  for (let again = 0; again < 3; again++) expect((await read()).statusCode).toBe(503)
  expect(lines).toHaveLength(1)
  expect((await app.inject({ method: 'POST', url: '/api/authenticate' })).statusCode).toBe(200)
  waiting.shift()!()
  expect((await request[0])!.statusCode).toBe(200)
  request.push(read())
  await areWaiting(1000)
  release()
  for (const one of await Promise.all(request)) expect(one.statusCode).toBe(200)
})

test('of the merchants of a process only those are refused that have the most at work', async () => {
  const load = processLoad({ clock: { now: () => 0 }, eventLoopDelay: () => 0 })
  const [large, small, none] = [slowApp(load), slowApp(load), slowApp(load)]
  const request = [...Array.from({ length: 900 }, large.read), ...Array.from({ length: 100 }, small.read)]
  await large.areWaiting(900)
  await small.areWaiting(100)
  const further = [large, small, none].map((one) => one.read())
  // Whoever is refused has its answer, and whoever is not waits.
  const isRefused = async (at: number, { areWaiting, waiting }: typeof large): Promise<boolean> =>
    Promise.race([further[at]!.then(() => true), areWaiting(waiting.length + 1).then(() => false)])
  expect(await Promise.all([large, small, none].map((one, at) => isRefused(at, one)))).toEqual([true, false, false])
  for (const one of [large, small, none]) one.release()
  for (const one of await Promise.all(request)) expect(one.statusCode).toBe(200)
  await Promise.all(further)
  expect(load).toMatchObject({ atWork: 0, busy: 0 })
})

describe('whether a process is overloaded', () => {
  type Reading = readonly [ms: number, eventLoopDelay: number, atWork: number]
  /** What it is at each reading, which come so many milliseconds apart. */
  function readings(checks: readonly Reading[]): boolean[] {
    let [now, late] = [0, 0]
    const isOverloaded = buildOverload({ clock: { now: () => now }, eventLoopDelay: () => late })
    return checks.map(([ms, eventLoopDelay, atWork]) => {
      ;[now, late] = [now + ms, eventLoopDelay]
      return isOverloaded(atWork)
    })
  }
  const times = (count: number, ...check: Reading): Reading[] => Array.from({ length: count }, () => check)

  test.each<[string, readonly Reading[], readonly boolean[]]>([
    ['once it was late for long enough', times(5, 10, 5.1, 32), [false, false, false, true, true]],
    ['until it is late no longer', [...times(2, 30, 6, 300), [1, 5, 300], [1, 6, 300]], [false, true, false, false]],
    ['until less is at work', [...times(2, 30, 6, 300), [1, 6, 31], [1, 6, 300]], [false, true, false, false]],
    [
      'also after a clock that was put back',
      [...times(2, 30, 6, 99), [-9e6, 6, 99], [30, 6, 99]],
      [false, true, false, true],
    ],
    [
      'with a thousand at work, late or not',
      [
        [0, 0, 999],
        [0, 0, 1000],
      ],
      [false, true],
    ],
  ])('it is %s', (_, checks, expected) => {
    expect(readings(checks)).toEqual(expected)
  })
  test.each<[string, readonly Reading[]]>([
    ['one long pause', [...times(2, 10, 300, 100), ...times(20, 10, 0, 100)]],
    ['two that lie apart', [...times(1, 10, 300, 100), [2000, 300, 100], [20, 300, 100]]],
    ['a delay with hardly anything at work', times(20, 50, 300, 31)],
  ])('it is not for %s', (_, checks) => {
    expect(new Set(readings(checks))).toEqual(new Set([false]))
  })
})

test("the machine's eventLoopDelay is that of the event loop, while it lasts and at the look after it", async () => {
  const eventLoopDelay = systemEventLoopDelay()
  await sleep(30)
  const end = performance.now() + 120
  while (performance.now() < end);
  expect(eventLoopDelay()).toBeGreaterThan(80)
  await new Promise((resolve) => setTimeout(resolve))
  expect(eventLoopDelay()).toBeGreaterThan(80)
})
