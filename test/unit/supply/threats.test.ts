/* oxlint-disable no-script-url -- an address that must be refused */
import { expect, test } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import { leadsTo } from '#proxy/ticket.ts'
import { cardFor, openWorld, proxyUrl } from '../proxy/world.ts'

/** Every name that the gateway's operations know. */
const namesOfTheGateway = [
  ...new Set(Object.values(gatewayApi).flatMap(({ request }) => Object.keys(shapeOf(request)))),
]

function shapeOf(schema: unknown): object {
  return (schema as { _zod?: { def?: { shape?: object } } })._zod?.def?.shape ?? {}
}

test('no field of the gateway is taken from a browser that the contract does not give it', async () => {
  const world = await openWorld()
  const { orderId } = await world.prepare()
  const before = world.gateway.calls.length
  const own = new Set([
    'orderId',
    'bindingId',
    'seToken',
    'language',
    'email',
    'phone',
    'browser',
    'cardholder',
    'billing',
  ])
  const foreign = [
    ...namesOfTheGateway,
    'callbackUrl',
    'gatewayUrl',
    'threeDSMethodNotificationUrl',
    'features',
  ].filter((name) => !own.has(name))
  expect(foreign.length).toBeGreaterThan(60)
  const taken: string[] = []
  for (const name of foreign) {
    const answer = await world.ask('pay', { ...cardFor(orderId!), [name]: 'http://127.0.0.1:9/' })
    if (answer.json<{ error?: { code: string } }>().error?.code !== 'field_unknown') taken.push(name)
  }
  expect(taken).toEqual([])
  expect(world.gateway.calls.slice(before).filter(({ what }) => what === 'paymentorder.do')).toEqual([])
})

const strangers = [
  'null',
  '*',
  'https://shop.example',
  'https://pay.shop.example.evil.example',
  'https://evil-pay.shop.example',
]

test('no origin is let in, whatever it is called', async () => {
  const world = await openWorld()
  const spellings = strangers.flatMap((origin) => [
    origin,
    origin.toUpperCase(),
    `${origin}/`,
    `${origin}:443`,
    ` ${origin}`,
  ])
  const schemes = [
    'http://pay.shop.example',
    'https://pay.shop.example:8443',
    'https://pay.shop.example@evil.example',
    'file://',
    'data:',
    'chrome-extension://abc',
  ]
  const all = [...spellings, ...schemes]
  expect(all.length).toBeGreaterThan(30)
  for (const origin of all) {
    const request = await world.requestFor('prepare', {})
    const answer = await world.send({ ...request, headers: { ...request.headers, origin } })
    expect([origin, answer.statusCode]).toEqual([origin, 403])
    const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
    expect([origin, allowed]).toEqual([origin, []])
  }
})

test('what a cache in front might be poisoned with changes no answer', async () => {
  const world = await openWorld()
  const poisons = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '10.0.0.1',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    forwarded: 'host=evil.example',
  }
  for (const url of ['/card', '/3ds', '/3ds/return?k=a.b', '/openapi.json', '/nowhere']) {
    const plain = await world.send({ url, headers: { 'sec-fetch-dest': 'iframe' } })
    const poisoned = await world.send({ url, headers: { 'sec-fetch-dest': 'iframe', ...poisons } })
    const told = ({ statusCode, headers: { date: _, ...headers }, body }: typeof plain) => [statusCode, headers, body]
    expect(told(poisoned)).toEqual(told(plain))
    expect(plain.headers['cache-control']).toBe('no-store')
  }
})

test('a request makes no line of the log but its own, and names nothing that is not on a list', async () => {
  const world = await openWorld()
  const forged = '\n{"level":50,"op":"pay","state":"paid"}\u001b[2J\r\u2028'
  for (const url of ['/api/outcome', `/api/${encodeURIComponent(forged)}`, `/${'x'.repeat(50)}`])
    await world.send({
      url,
      headers: { 'user-agent': forged.replaceAll(/[^ -~]/g, ''), 'sec-fetch-site': 'same-origin' },
    })
  await world.ask('prepare', {}, await world.ticketFor({ orderNumber: 'A\u001b[31m' }).catch(() => 'a.b.c'))
  for (const line of world.log) {
    expect(line.match(/[\p{Cc}\u2028]/gu)).toEqual(['\n'])
    expect(() => JSON.parse(line) as unknown).not.toThrow()
    const { op } = JSON.parse(line) as { op?: string }
    expect(['outcome', 'prepare']).toContain(op)
  }
  expect(world.log).not.toEqual([])
})

test('no address that leaves the proxy has the ticket, the card or a secret in it', async () => {
  const world = await openWorld({
    env: { TENDER_WEBHOOK_URL: 'https://shop.example/hook', TENDER_WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` },
  })
  const ticket = await world.ticketFor({ email: 'a@shop.example' })
  const { orderId } = await world.prepare(ticket)
  await world.outcome('pay', cardFor(orderId!), ticket)
  const addresses = world.gateway.calls.flatMap(({ fields }) =>
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
