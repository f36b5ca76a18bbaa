/* oxlint-disable no-script-url -- an address that must be refused */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal.ts'
import { endpointsOf } from '#proxy/http/request-guard.ts'
import { leadsTo } from '#proxy/tickets/ticket.ts'
import { everybodysNames, operations, posted, withMember } from './browser-requests.ts'
import { cardFor, openTestProxy, proxyUrl, withoutTrace } from '../../unit/proxy/support/test-proxy.ts'

test('no field of the gateway is taken from a browser that the contract does not give it', async () => {
  const proxy = await openTestProxy()
  const ticket = await proxy.ticketFor()
  const posts = operations.filter(({ method }) => method === 'POST')
  expect(posts.map(({ name }) => name)).toEqual(Object.keys(posted))
  expect(everybodysNames.length).toBeGreaterThan(120)
  const taken: string[] = []
  for (const { name, places, read } of posts)
    for (const { path, own } of places.filter(({ path: [first] }) => first === undefined || name === 'pay'))
      for (const foreign of everybodysNames.filter((one) => !own.has(one))) {
        const body = withMember(posted[name]!, path, { [foreign]: 'http://127.0.0.1:9/' })
        const where = [...path, foreign].join('.')
        const isTaken = async (): Promise<boolean> => {
          const { error } = (await proxy.app.inject(await proxy.requestFor(name, body, ticket))).json<
            Partial<Refusal>
          >()
          return error?.code !== 'field_unknown' || error.field !== where
        }
        // Of an address, only the lines that the gateway knows are kept.
        const isKept = (): boolean => JSON.stringify(read(body)) !== JSON.stringify(read(posted[name]!))
        if (path.at(-1) === 'billing' ? isKept() : await isTaken()) taken.push(`${name} ${where}`)
      }
  expect(taken).toEqual([])
  expect(proxy.gateway.calls).toEqual([])
})

const strangers = [
  'null',
  '*',
  'https://shop.example',
  'https://pay.shop.example.evil.example',
  'https://evil-pay.shop.example',
  'https://pay.shop.exampleevil.example',
  'https://pay.shop.example%00.evil.example',
]

test('no origin is let in, whatever it is called', async () => {
  const proxy = await openTestProxy({
    env: {
      TENDER_API_KEYS: 'an-api-key-of-the-merchant-32-bytes',
      TENDER_WEBHOOK_URL: 'https://shop.example/hook',
      TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
    },
  })
  const ticket = await proxy.ticketFor()
  const spellings = strangers.flatMap((origin) => [
    origin,
    origin.toUpperCase(),
    `${origin}/`,
    `${origin}:443`,
    ` ${origin}`,
  ])
  const others = [
    'http://pay.shop.example',
    'https://pay.shop.example:8443',
    'https://pay.shop.example@evil.example',
    'file://',
    'data:',
    'chrome-extension://abc',
  ]
  const all = new Set([...spellings, ...others])
  expect(all.size).toBeGreaterThanOrEqual(40)
  const requested = async (origin: string, request: InjectOptions): Promise<number> => {
    const { headers, statusCode } = await proxy.app.inject({
      ...request,
      headers: { host: 'pay.shop.example', ...request.headers, origin },
    })
    const invites = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
    expect([request.url, origin, invites]).toEqual([request.url, origin, []])
    return statusCode
  }
  for (const { name, method } of operations) {
    const request = await proxy.requestFor(name, method === 'POST' ? {} : undefined, ticket)
    for (const origin of all) expect([name, origin, await requested(origin, request)]).toEqual([name, origin, 403])
  }
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const { addresses } = endpointsOf(proxy.app)
  expect(addresses.size).toBeGreaterThan(25)
  for (const url of addresses)
    for (const origin of all)
      expect([400, 404, 405]).toContain(await requested(origin, { method: 'OPTIONS', url, headers: preflight }))
})

test('what a cache in front might be poisoned with changes no answer', async () => {
  const proxy = await openTestProxy()
  const poisons = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '10.0.0.1',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    forwarded: 'host=evil.example',
  }
  for (const url of ['/card', '/3ds', '/3ds/return?k=a.b', '/openapi.json', '/nowhere']) {
    const plain = await proxy.send({ url, headers: { 'sec-fetch-dest': 'iframe' } })
    const poisoned = await proxy.send({ url, headers: { 'sec-fetch-dest': 'iframe', ...poisons } })
    const result = ({ statusCode, headers: { date: _, 'x-request-id': __, ...headers }, body }: typeof plain) => [
      statusCode,
      headers,
      withoutTrace(body),
    ]
    expect(result(poisoned)).toEqual(result(plain))
    // No cache in front keeps any of them; a browser keeps the card's document, which is nobody's own.
    expect(plain.headers['cache-control']).toBe(url === '/card' ? 'private, max-age=300' : 'no-store')
  }
})

test('a request makes no line of the log but its own, and names nothing that is not on a list', async () => {
  const proxy = await openTestProxy()
  const forged = '\n{"level":50,"op":"pay","state":"paid"}\u001b[2J\r\u2028'
  for (const url of ['/api/outcome', `/api/${encodeURIComponent(forged)}`, `/${'x'.repeat(50)}`])
    await proxy.send({
      url,
      headers: { 'user-agent': forged.replaceAll(/[^ -~]/g, ''), 'sec-fetch-site': 'same-origin' },
    })
  await proxy.ask('prepare', {}, await proxy.ticketFor({ orderNumber: 'A\u001b[31m' }).catch(() => 'a.b.c'))
  for (const line of proxy.log) {
    expect(line.match(/[\p{Cc}\u2028]/gu)).toEqual(['\n'])
    expect(() => JSON.parse(line) as unknown).not.toThrow()
    const { op } = JSON.parse(line) as { op?: string }
    expect(['outcome', 'prepare']).toContain(op)
  }
  expect(proxy.log).not.toEqual([])
})

test('no address that leaves the proxy has the ticket, the card or a secret in it', async () => {
  const proxy = await openTestProxy({
    env: {
      TENDER_WEBHOOK_URL: 'https://shop.example/hook',
      TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
    },
  })
  const ticket = await proxy.ticketFor({ email: 'a@shop.example' })
  const { orderId } = await proxy.prepare(ticket)
  await proxy.outcome('pay', cardFor(orderId!), ticket)
  const addresses = proxy.gateway.calls.flatMap(({ fields }) =>
    Object.values(fields).filter((text) => text.startsWith(proxyUrl)),
  )
  expect(addresses.length).toBeGreaterThan(2)
  const secrets = [ticket.split('.')[2]!, cardFor('').seToken, 'canary-password', 'a@shop.example', 'JANE']
  const read = addresses.flatMap((address) => [
    address,
    ...address.split(/[./?=&]/).map((part) => Buffer.from(part, 'base64url').toString()),
  ])
  for (const secret of secrets) expect(read.filter((text) => text.includes(secret))).toEqual([])
})

test('an address leads to the shop only as the browser reads it', () => {
  const shop = ['https://shop.example']
  const bad = [
    '//evil.example',
    'https:/evil.example',
    'https://shop.example.evil.example',
    'https://shop.example@evil.example',
    'https://evil.example#https://shop.example',
    'https://shop.example\\@evil.example',
    'https://shop.example%40evil.example',
    'javascript:alert(1)//https://shop.example',
    ' https://shop.example',
    'https://shop.example:8443/',
    'https://shop。example/',
    'http://shop.example/',
  ]
  expect(bad.filter((address) => leadsTo(address, shop))).toEqual([])
  expect(leadsTo('https://shop.example/orders/1?a=b#c', shop)).toBe(true)
})
