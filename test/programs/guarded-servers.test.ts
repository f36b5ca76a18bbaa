import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDevPage } from '#cli/dev/serve-page.ts'
import { systemRandom } from '#ports/system.ts'
import { serveMetrics } from '#proxy/metrics/serve-metrics.ts'
import { closed, listening, shopPage } from '#testing/shop-page.ts'
import { openStack } from '#demo/stack.ts'
import { startSandbox } from '../../server/sandbox.ts'

/** Every server of this package that answers without a login, by a path that it has and its port. */
const servers: Record<string, readonly [path: string, port: number]> = {}
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const stack = await openStack({ port: 0 })
  const sandbox = await startSandbox({ port: 0 })
  const metrics = await serveMetrics({ host: '127.0.0.1', port: 0, tokens: [] }, async () => 'metrics')
  const page = await openDevPage(0)
  const none = 'http://localhost:1'
  const sign = async () => 'a.signed.ticket'
  page.serve({ proxy: none, console: none, wallets: none, cards: [], random: systemRandom, sign })
  const [shop, shopPort] = await listening(
    shopPage(() => none),
    0,
    '127.0.0.1',
  )
  closing.push(stack.close, sandbox.close, metrics.close, page.close, () => closed(shop))
  const portOf = (address: string): number => Number(new URL(address).port)
  Object.assign(servers, {
    proxy: ['/healthz', portOf(stack.addresses.proxy)],
    metrics: ['/metrics', metrics.port],
    'tender dev': ['/?order=A-1', portOf(page.url)],
    'test kit': ['/?order=A-1', shopPort],
    demo: ['/style/page.css', portOf(stack.addresses.shop)],
    'back office': ['/back-office', portOf(stack.addresses.shop)],
    operator: ['/operator', portOf(stack.addresses.shop)],
    gateway: ['/', portOf(sandbox.addresses.gateway)],
    issuer: ['/', portOf(sandbox.addresses.issuing)],
    'access server': ['/', portOf(sandbox.addresses.acs)],
    console: ['/', portOf(sandbox.addresses.console)],
    wallets: ['/', portOf(sandbox.addresses.wallets)],
  })
})
afterAll(() => Promise.all(closing.map((close) => close())))

const names = ['proxy', 'metrics', 'tender dev', 'test kit', 'demo', 'back office', 'operator'] as const
const ofSandbox = ['gateway', 'issuer', 'access server', 'console', 'wallets'] as const

/** The status of the answer to a request that is written by hand. */
async function statusOf(port: number, target: string, host: string | undefined): Promise<number> {
  const socket = connect({ port, host: 'localhost', autoSelectFamily: true })
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  socket.end(
    `GET ${target} HTTP/1.${host === undefined ? 0 : 1}\r\n${host === undefined ? '' : `Host: ${host}\r\n`}Connection: close\r\n\r\n`,
  )
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
}

const targets = [
  '//',
  '//evil.example/',
  '/\\',
  '*',
  'http://evil.example/',
  '\\',
  '/%',
  '/%zz',
  '/%c0%80',
  '/?%',
  '//:',
  `/${'a'.repeat(7000)}`,
  `/${'a'.repeat(70_000)}`,
]

describe.each([...names, ...ofSandbox])('the server of %s', (name) => {
  test.each(targets.map((target) => [target.slice(0, 30), target] as const))(
    'outlives the target %s',
    async (_, target) => {
      const [path, port] = servers[name]!
      expect(await statusOf(port, target, `localhost:${port}`)).toBeLessThan(500)
      expect(await statusOf(port, path, `127.0.0.1:${port}`)).toBeLessThan(500)
    },
  )

  test('tells a page nothing whose name leads here', async () => {
    const [path, port] = servers[name]!
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '%',
    ])
      expect([400, 403]).toContain(await statusOf(port, name === 'proxy' ? '/v1/checkout.js' : path, host))
  })

  test('answers by the names of this machine, and to who names no host', async () => {
    const [path, port] = servers[name]!
    const status = await statusOf(port, path, `127.0.0.1:${port}`)
    expect(status).not.toBe(403)
    if (name !== 'proxy')
      for (const host of [`localhost:${port}`, `[::1]:${port}`, 'shop.localhost', 'LOCALHOST'])
        expect(await statusOf(port, path, host)).toBe(status)
    if (name !== 'proxy') expect(await statusOf(port, path, undefined)).toBe(status)
  })
})
