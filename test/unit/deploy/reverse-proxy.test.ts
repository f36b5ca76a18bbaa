import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nginxHere } from '../../support/nginx.ts'
import { listening } from '../proxy/support/real-proxy.ts'
import { configOf, openTestProxy } from '../proxy/support/test-proxy.ts'
import { textOf } from './files.ts'
import { checked, openNginx } from './reverse-proxy.ts'

const nginx = nginxHere()
const missing = 'skipped: nginx is not installed'

describe('nginx.conf', () => {
  test('passes nginx -t', async ({ skip }) => {
    if (!nginx) return skip(missing)
    const { status, printed } = await checked(nginx)
    expect([status, printed]).toEqual([0, expect.stringContaining('test is successful')])
  })

  test('leads to the proxy, whose answers have its own headers', async ({ skip }) => {
    if (!nginx) return skip(missing)
    const { app } = await openTestProxy({ env: { TENDER_PUBLIC_URL: 'https://pay-shop.example' } })
    onTestFinished(() => app.close())
    const upstream = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const { ask } = await openNginx(nginx, upstream)
    const answer = await ask('/api/texts/en', { 'sec-fetch-site': 'same-origin' })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-request-id']).toBeDefined()
    expect(JSON.parse(answer.body)).toMatchObject({ locale: 'en' })
  })

  test('replaces the address that a client claims, keeps connections, and logs no query and no proof', async ({
    skip,
  }) => {
    if (!nginx) return skip(missing)
    const seen: IncomingMessage[] = []
    const upstream = await listening(createServer((request, reply) => (seen.push(request), reply.end('ok'))))
    const { ask, log } = await openNginx(nginx, upstream)
    for (const path of ['/3ds/return?t=canary-of-a-query', '/callback/A-17/canary-of-a-proof', '/link/canary'])
      expect((await ask(path, { 'x-forwarded-for': '203.0.113.7', 'accept-encoding': 'gzip' })).status).toBe(200)
    expect(seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
    expect(seen.map(({ headers }) => headers.host)).toEqual([
      'pay-shop.example',
      'pay-shop.example',
      'pay-shop.example',
    ])
    expect(new Set(seen.map(({ socket }) => socket.remotePort)).size).toBe(1)
    const lines = (await log()).trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[3])).toEqual(['/3ds/return', '/callback', '/link'])
    expect(lines.join()).not.toContain('canary')
  })
})

describe.each(['nginx.conf', 'Caddyfile'])('%s', (file) => {
  const text = textOf(file).replace(/^\s*#.*$/gm, '')

  test('closes idle connections before the proxy does', () => {
    const [, seconds] = /keepalive(?:_timeout)? (\d+)s/.exec(text)!
    expect(Number(seconds) * 1000).toBeLessThan(configOf().keepAliveMs)
  })

  test('replaces X-Forwarded-For, waits longer than a payment takes, and compresses nothing', () => {
    expect(text).toMatch(/X-Forwarded-For (?:\$remote_addr|\{remote_host\})/)
    expect(text).not.toMatch(/proxy_add_x_forwarded_for|encode|gzip on/)
    const [, seconds] = /(?:proxy_read_timeout|response_header_timeout) (\d+)s/.exec(text)!
    expect(Number(seconds)).toBeGreaterThan(75)
  })

  test('sends no request twice', () => {
    expect(text).toMatch(/proxy_next_upstream off|lb_retries 0/)
  })
})

test('nginx.conf passes the host on with its port, by which the proxy knows its own address', () => {
  expect(textOf('nginx.conf')).toMatch(/^ +proxy_set_header Host \$http_host;$/m)
})

test('nginx.conf listens for IPv6, too, which nginx does not by itself', () => {
  const [v4, v6] = textOf('nginx.conf').match(/(?<=^ +listen ).+$/gm)!
  expect(v6).toBe(`[::]:${v4}`)
})

test('nginx.conf names no payment link in its log', () => {
  expect(textOf('nginx.conf')).toContain('~^/link/ /link;')
})

test('the filter of Caddy’s log leaves neither a query nor a proof', () => {
  const [, pattern, replacement] = /request>uri regexp "(.+)" "(.+)"/.exec(textOf('Caddyfile')) as unknown as [
    string,
    string,
    string,
  ]
  const logged = (uri: string): string => uri.replace(new RegExp(pattern, 'g'), replacement)
  expect(logged('/api/pay')).toBe('/api/pay')
  expect(logged('/3ds/return?t=1&u=/callback/x')).toBe('/3ds/return')
  expect(logged('/callback/A-17/proof?mdOrder=1')).toBe('/callback')
  expect(logged('/callback?checksum=1')).toBe('/callback')
  expect(logged('/link/token?orderId=1')).toBe('/link')
})
