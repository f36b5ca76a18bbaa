import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { onRequest } from '../../support/on-request.ts'
import { posted } from './browser-requests.ts'
import { browser, cardFor, gatewayUrl, openTestProxy, type TestProxy } from '../../unit/proxy/support/test-proxy.ts'
import { ours } from '../../support/signing-keys.ts'

const shop = 'https://shop.example'

/** A foreign server, which records all requests. */
async function openCanary() {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
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
  return { received, spellings, close: () => new Promise((closed) => server.close(closed)) }
}

const appleIdentity = {
  TENDER_APPLE_PAY_NAME: 'A shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_MERCHANT_ID: 'merchant.example.shop',
  TENDER_APPLE_PAY_IDENTITY_CERT: ours.certificate,
  TENDER_APPLE_PAY_IDENTITY_KEY: ours.privateKey,
}

/** Fields with addresses in the specification or in other proxies. */
const hopeful = [
  'returnUrl',
  'failUrl',
  'dynamicCallbackUrl',
  'threeDSVer2FinishUrl',
  'threeDSMethodNotificationUrl',
  'callbackUrl',
  'gatewayUrl',
]

/** Requests with an address in each field, in each header that may contain one, and in what the bank's pages post. */
async function written(proxy: TestProxy, address: string): Promise<readonly InjectOptions[]> {
  const requests: InjectOptions[] = []
  const ticket = await proxy.ticketFor()
  for (const [name, body] of Object.entries(posted)) {
    const names = [...Object.keys(body), ...hopeful]
    for (const field of names) requests.push(await proxy.requestFor(name, { ...body, [field]: address }, ticket))
  }
  const everywhere = { userAgent: address, language: 'en', timeZone: address.slice(0, 64) }
  const payer = { billing: { billingCity: address.slice(0, 40), billingAddressLine1: address.slice(0, 50) } }
  const card = { ...cardFor('id-of-A-17'), cardholder: address, browser: { ...browser, ...everywhere }, payer }
  const paying = await proxy.requestFor('pay', card, ticket)
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
  const requested = new Set<string>()
  /** Sends requests to the fakes of the gateway and the shop, and really sends all others. */
  const send = onRequest(async (request) => {
    const { origin } = new URL(request.url)
    requested.add(origin)
    if (origin === gatewayUrl) return proxy.gateway.fetch(request)
    return origin === shop ? new Response('OK') : fetch(request)
  })
  const proxy: TestProxy = await openTestProxy({
    env: {
      ...appleIdentity,
      TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
      TENDER_WEBHOOK_URL: `${shop}/hook`,
      TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
      TENDER_LIMIT_TRIES: 'none',
    },
    options: { fetch: send, appleFetch: send },
  })
  await proxy.prepare()
  for (const address of canary.spellings) for (const request of await written(proxy, address)) await proxy.send(request)
  expect(canary.received).toEqual([])
  expect([gatewayUrl, shop]).toEqual(expect.arrayContaining([...requested]))
  expect(requested).toContain(gatewayUrl)
  // The control: a request to the canary is recorded.
  await send(new Request(canary.spellings[0]!))
  expect(canary.received).toEqual(['GET /'])
  await canary.close()
})
