import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Carry } from '#contract/wire/client.ts'
import { posted } from './browser-requests.ts'
import { browser, cardFor, gatewayUrl, openWorld, type World } from '../../unit/proxy/support/test-proxy.ts'
import { ours } from '../../unit/signature/keys.ts'

const shop = 'https://shop.example'

/** A server of nobody's, which writes down whoever asks it. */
async function openCanary() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const spellings = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://apple-pay-gateway.apple.com@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/?https://gateway.example`,
  ]
  return { heard, spellings, close: () => new Promise((closed) => server.close(closed)) }
}

const appleIdentity = {
  TENDER_WALLET_A_NAME: 'A shop',
  TENDER_WALLET_A_COUNTRY: 'LT',
  TENDER_WALLET_A_MERCHANT_ID: 'merchant.example.shop',
  TENDER_WALLET_A_IDENTITY_CERT: ours.certificate,
  TENDER_WALLET_A_IDENTITY_KEY: ours.privateKey,
}

/** Fields in which the specification, or another proxy, has an address. */
const hopeful = [
  'returnUrl',
  'failUrl',
  'dynamicCallbackUrl',
  'threeDSVer2FinishUrl',
  'threeDSMethodNotificationUrl',
  'callbackUrl',
  'gatewayUrl',
]

/** Requests with an address in each field, in each header that means one to somebody, and in what the bank's pages post. */
async function written(world: World, address: string): Promise<readonly InjectOptions[]> {
  const requests: InjectOptions[] = []
  const ticket = await world.ticketFor()
  for (const [name, body] of Object.entries(posted)) {
    const names = [...Object.keys(body), ...hopeful]
    for (const field of names) requests.push(await world.requestFor(name, { ...body, [field]: address }, ticket))
  }
  const everywhere = { userAgent: address, language: 'en', timeZone: address.slice(0, 64) }
  const payer = { billing: { billingCity: address.slice(0, 40), billingAddressLine1: address.slice(0, 50) } }
  const card = { ...cardFor('id-of-A-17'), cardholder: address, browser: { ...browser, ...everywhere }, payer }
  const paying = await world.requestFor('pay', card, ticket)
  const named = ['referer', 'x-forwarded-host', 'x-original-url', 'x-rewrite-url', 'user-agent', 'accept', 'via']
  const headers = Object.fromEntries(named.map((name) => [name, address]))
  requests.push({ ...paying, headers: { ...paying.headers, ...headers, forwarded: `host="${address}"` } })
  const [text, code] = [encodeURIComponent(address), Buffer.from(address).toString('base64url')]
  for (const url of ['/3ds/return?k=', '/3ds/bank?k=', '/3ds/method?n=', '/callback?', '/api/texts/', '/pay?'])
    for (const value of [text, code, `${code}.${code}`]) requests.push({ url: url + value })
  const data = Buffer.from(JSON.stringify({ threeDSMethodNotificationURL: address })).toString('base64url')
  for (const url of ['/3ds/return', '/3ds/method', '/3ds/bank', '/callback', '/pay'])
    requests.push({
      method: 'POST',
      url,
      headers: form,
      payload: `order=${text}&cres=${data}&threeDSMethodData=${data}`,
    })
  return requests
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('nobody is asked at an address that a stranger writes, wherever it is written', async () => {
  const canary = await openCanary()
  const asked = new Set<string>()
  /** Reaches the gateway and the shop that are configured, and in earnest everybody else. */
  const carry: Carry = async (request) => {
    const { origin } = new URL(request.url)
    asked.add(origin)
    if (origin === gatewayUrl) return world.gateway.carry(request)
    return origin === shop ? new Response('OK') : fetch(request)
  }
  const world: World = await openWorld({
    env: {
      ...appleIdentity,
      TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
      TENDER_WEBHOOK_URL: `${shop}/hook`,
      TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
      TENDER_LIMIT_TRIES: 'none',
    },
    parts: { carry, appleCarry: carry },
  })
  await world.prepare()
  for (const address of canary.spellings) for (const request of await written(world, address)) await world.send(request)
  expect(canary.heard).toEqual([])
  expect([gatewayUrl, shop]).toEqual(expect.arrayContaining([...asked]))
  expect(asked).toContain(gatewayUrl)
  // The control: whoever does ask is heard.
  await carry(new Request(canary.spellings[0]!))
  expect(canary.heard).toEqual(['GET /'])
  await canary.close()
})
