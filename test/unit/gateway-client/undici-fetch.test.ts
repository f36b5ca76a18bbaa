import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { version } from '#contract/version.ts'
import type { FetchSettings } from '#contract/wire/client.ts'
import { LONGEST_IDLE } from '#gateway-client/agent.ts'
import { isUndelivered, NotDelivered } from '#gateway-client/delivery.ts'
import { refuseOtherUndici, undiciFetch, type FetchLimits, type OpenFetch } from '#gateway-client/undici-fetch.ts'

const open: { fetch?: OpenFetch; server?: Server; sockets: Set<Socket> } = { sockets: new Set() }
afterEach(async () => {
  for (const socket of open.sockets) socket.destroy()
  open.sockets.clear()
  await open.fetch?.close()
  delete open.fetch
  await new Promise((done) => (open.server ? open.server.close(done) : done(undefined)))
  delete open.server
})

/** A server that calls `act` with its socket and the bytes received so far, and a fetch to it. */
async function facing(act: (socket: Socket, received: string) => void, limits: FetchLimits = { timeoutMs: 2000 }) {
  const received: string[] = []
  open.server = createServer((socket) => {
    open.sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received.push(String(data))
      act(socket, String(data))
    })
  })
  await new Promise<void>((done) => open.server!.listen(0, '127.0.0.1', done))
  const { port } = open.server.address() as AddressInfo
  const fetch = (open.fetch = undiciFetch(limits))
  const ask = (scheme = 'http', settings: Partial<FetchSettings> = {}) =>
    fetch(`${scheme}://127.0.0.1:${port}/x?y=z`, { method: 'POST', headers: {}, body: 'a=b', ...settings })
  return { ask, received }
}

const http = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

test('carries the very bytes, and brings the answer', async () => {
  const { ask, received } = await facing((socket) => socket.write(http('200 OK', '{"errorCode":"0"}')))
  const response = await ask('http', {
    body: 'userName=a%26b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([response.status, await response.text()]).toEqual([200, '{"errorCode":"0"}'])
  expect(received.join('')).toMatch(/^POST \/x\?y=z HTTP\/1\.1\r\n[^]*\r\n\r\nuserName=a%26b$/)
  expect(received.join('').toLowerCase()).toContain('content-type: application/x-www-form-urlencoded\r\n')
  expect(received.join('').toLowerCase()).not.toContain('accept-encoding')
})

test('follows no redirect', async () => {
  const { ask, received } = await facing((socket) => socket.write(http('307 Moved\r\nlocation: /elsewhere', '')))
  expect((await ask()).status).toBe(307)
  expect(received).toHaveLength(1)
})

test('what would unfold to a thousand times its size is not unfolded', async () => {
  const folded = gzipSync(Buffer.alloc(10_000_000, ' '))
  const { ask } = await facing((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${folded.length}\r\n\r\n`)
    socket.write(folded)
  })
  expect(await (await ask()).text()).toBe(new TextDecoder().decode(folded))
})

test('an answer without a body is an answer', async () => {
  const { ask } = await facing((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  expect((await ask()).status).toBe(204)
})

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a failure before a byte is marked', () => {
  test('nobody listens', async () => {
    const { ask } = await facing(() => {})
    await new Promise((done) => open.server!.close(done))
    delete open.server
    const failure = await failureOf(ask())
    expect(failure).toBeInstanceOf(NotDelivered)
    expect(failure).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })

  test('the other side speaks no TLS', async () => {
    const { ask, received } = await facing((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await failureOf(ask('https'))).toBeInstanceOf(NotDelivered)
    expect(received.join('')).not.toContain('POST')
  })
})

describe('a failure after a byte is not, and nothing is sent twice', () => {
  const rows: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['reset', (socket) => socket.resetAndDestroy()],
    ['closed', (socket) => socket.end()],
    ['half an answer', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
    ['silence', () => {}],
    ['a body that stops', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
    ['a flood', (socket) => socket.write(http('200 OK', 'x'.repeat(1_048_577)))],
    ['garbage', (socket) => socket.write('garbage\r\n\r\n')],
  ]
  test.each(rows)('%s', async (_, act) => {
    const { ask, received } = await facing(act, { timeoutMs: 1000 })
    const failure = await failureOf(ask())
    expect(failure).toBeInstanceOf(Error)
    expect(isUndelivered(failure)).toBe(false)
    expect(received.filter((data) => data.startsWith('POST'))).toHaveLength(1)
  })

  test('the caller gives up', async () => {
    const over = new AbortController()
    const { ask } = await facing(() => over.abort())
    expect(isUndelivered(await failureOf(ask('http', { signal: over.signal })))).toBe(false)
  })
})

describe('every request names itself', () => {
  test('by product and version, and says what it accepts', async () => {
    const { ask, received } = await facing((socket) => socket.write(http('200 OK', '')))
    await ask()
    expect(received.join('').toLowerCase()).toContain(`\r\nuser-agent: tender-checkout/${version}\r\n`)
    expect(received.join('').toLowerCase()).toContain('\r\naccept: */*\r\n')
  })

  test('but as the caller says, in any letter case, once', async () => {
    const { ask, received } = await facing((socket) => socket.write(http('200 OK', '')))
    await ask('http', { headers: { Accept: 'application/json', 'User-Agent': 'shop' } })
    expect([...received.join('').matchAll(/^(?:accept|user-agent): .*$/gim)].map(([line]) => line)).toEqual([
      'accept: application/json',
      'user-agent: shop',
    ])
  })
})

describe('an interim answer that nobody has asked for is passed over', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers, twice', 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 100\r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
  ]
  test.each(rows)('%s', async (_, interim) => {
    const { ask, received } = await facing((socket) => {
      socket.write(interim)
      socket.write(http('200 OK', 'HTTP/1.1 100 Continue'))
    })
    for (const answer of [await ask(), await ask()])
      expect([answer.status, await answer.text()]).toEqual([200, 'HTTP/1.1 100 Continue'])
    expect(received).toHaveLength(2)
    const together = await facing((socket) => socket.write(interim + http('200 OK', 'paid')))
    expect(await (await together.ask()).text()).toBe('paid')
  })
})

test('an idle connection is not kept as long as its server promises', async () => {
  const { ask } = await facing((socket) => socket.write(http('200 OK\r\nkeep-alive: timeout=600', '')))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await ask()
  const [socket] = open.sockets
  const closed = new Promise((resolve) => socket!.once('close', () => resolve('closed')))
  await vi.advanceTimersByTimeAsync(LONGEST_IDLE)
  expect(await closed).toBe('closed')
  expect(LONGEST_IDLE).toBeLessThan(60_000)
})

describe('a kept connection that was dropped without a word', () => {
  /** A server that answers the first request of a connection, and nothing after it. */
  const dropping = async () => {
    const used = new Set<Socket>()
    return facing(
      (socket) => {
        if (!used.has(socket)) socket.write(http('200 OK\r\nkeep-alive: timeout=600', 'read'))
        used.add(socket)
      },
      { timeoutMs: 1500 },
    )
  }

  test('costs a read no answer: it is repeated once, on a connection of its own', async () => {
    const { ask, received } = await dropping()
    await Promise.all([ask(), ask()])
    expect(await (await ask('http', { repeatable: true })).text()).toBe('read')
    expect([received.length, open.sockets.size]).toEqual([4, 3])
  })

  test('is never a reason to repeat anything else', async () => {
    const { ask, received } = await dropping()
    await ask()
    expect(isUndelivered(await failureOf(ask()))).toBe(false)
    expect(received).toHaveLength(2)
  })
})

describe('where only the status counts', () => {
  const rows: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['a page of more than 1 MiB', (socket) => socket.write(http('200 OK', 'x'.repeat(1_048_577)))],
    ['a body without an end', (socket) => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx')],
    ['a body that breaks off', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
  ]
  test.each(rows)('%s is an answer', async (_, act) => {
    const { ask } = await facing(act, { timeoutMs: 1000, longestAnswer: 64, statusOnly: true })
    const answer = await ask()
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

test('an undici that a runtime has put in place of the package is an error at once', () => {
  expect(() => refuseOtherUndici({ prototype: {} })).toThrow('give a fetch')
  expect(() => refuseOtherUndici(Agent)).not.toThrow()
})
