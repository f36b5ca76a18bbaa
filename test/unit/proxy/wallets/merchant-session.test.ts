import { describe, expect, test } from 'vitest'
import { appleHosts } from '#proxy/methods/apple-pay/merchant-session.ts'
import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import { ours } from '../../../support/signing-keys.ts'
import { openShop, walletsOffered } from '../support/sandbox-shop.ts'

const address = 'https://apple-pay-gateway-nc-pod5.apple.com/paymentservices/startSession'
const session = { epochTimestamp: 1, merchantSessionIdentifier: 'S', nonce: 'n', signature: 's' }

const identity = {
  TENDER_APPLE_PAY_NAME: 'A shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_MERCHANT_ID: 'merchant.example.shop',
  TENDER_APPLE_PAY_IDENTITY_CERT: ours.certificate,
  TENDER_APPLE_PAY_IDENTITY_KEY: ours.privateKey,
}

async function openApple(answer: WebFetch = async () => Response.json(session)) {
  const requests: { url: string; body: unknown; redirect: string }[] = []
  const appleFetch = onRequest(async (request) => {
    const { url, redirect } = request
    requests.push({ url, body: await request.clone().json(), redirect })
    return answer(request)
  })
  return { requests, shop: await openShop(identity, { appleFetch }) }
}

test('a session is opened in the merchant’s name, for the shop that the ticket is for', async () => {
  const { requests, shop } = await openApple()
  const answer = await shop.ask('wallet/session', { validationURL: address })
  expect(answer.json()).toEqual({ session })
  const about = { merchantIdentifier: 'merchant.example.shop', displayName: 'A shop', initiative: 'web' }
  expect(requests).toMatchObject([
    { url: address, redirect: 'manual', body: { ...about, initiativeContext: 'shop.example' } },
  ])
  await shop.ask('wallet/session', { validationURL: address }, { origin: 'https://other.example' })
  expect(requests[1]).toMatchObject({ body: { initiativeContext: 'other.example' } })
})

describe('an address that is not Apple’s is refused, and nobody is asked:', () => {
  test.each([
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/x',
    'https://user@apple-pay-gateway.apple.com/x',
    'https://:secret@apple-pay-gateway.apple.com/x',
    'https://apple-pay-gateway.apple.com.evil.example/x',
    'https://evil.example/apple-pay-gateway.apple.com',
    'https://evil.example#apple-pay-gateway.apple.com',
    'https://evil.example?@apple-pay-gateway.apple.com',
    'https://apple-pay-gateway.apple.com@evil.example/x',
    'https://evil.example\\@apple-pay-gateway.apple.com/x',
    'https://apple-pay-gateway.apple.com./x',
    'https://xapple-pay-gateway.apple.com/x',
    'https://apple-pay-gateway-nc-pod6.apple.com/x',
    'https://apple-pay-gateway-nc-pod0.apple.com/x',
    'https://cn-apple-pay-gateway-sh-pod4.apple.com/x',
    'https://www.apple.com/x',
    'https://apple.com/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'file:///etc/passwd',
    'ftp://apple-pay-gateway.apple.com/x',
    'data:application/json,{}',
    '//apple-pay-gateway.apple.com/x',
    'apple-pay-gateway.apple.com',
    ' ',
  ])('%s', async (validationURL) => {
    const { requests, shop } = await shared
    const refused = await shop.refusal('wallet/session', { validationURL })
    expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field: 'validationURL' })
    expect(requests).toEqual([])
  })
  const shared = openApple()
})

test('every host of Apple’s list is asked', async () => {
  const { requests, shop } = await openApple()
  for (const host of appleHosts) await shop.ask('wallet/session', { validationURL: `https://${host}/x` })
  expect(requests.map(({ url }) => new URL(url).hostname)).toEqual([...appleHosts])
  expect(appleHosts.size).toBe(20)
  expect([...appleHosts].every((host) => host.endsWith('.apple.com'))).toBe(true)
})

test.each([
  ['a redirect', async () => new Response('', { status: 302, headers: { location: 'https://evil.example' } })],
  ['a refusal', async () => Response.json({}, { status: 417 })],
  ['what is no object', async () => Response.json([1])],
  ['what is no JSON', async () => new Response('<html>')],
  ['nobody', async () => Promise.reject(new Error('no connection'))],
] satisfies [string, WebFetch][])('%s gives no session, and is logged', async (_, answer) => {
  const { shop } = await openApple(answer)
  const refused = await shop.refusal('wallet/session', { validationURL: address })
  expect(refused).toMatchObject({ status: 502, code: 'wallet_unreachable' })
  expect(shop.log.join('')).toContain('"code":"wallet_unreachable"')
})

test('without an identity, or for a ticket without Apple Pay, nobody is asked', async () => {
  const { requests, shop } = await openApple()
  const body = { validationURL: address }
  expect(await shop.refusal('wallet/session', body, { methods: ['card'] })).toMatchObject({ field: 'methods' })
  expect(await shop.refusal('wallet/session', body, { channel: 'moto' })).toMatchObject({ field: 'channel' })
  expect(requests).toEqual([])
  const sandbox = await openShop(walletsOffered, { appleFetch: async () => Response.json(session) })
  const refused = await sandbox.refusal('wallet/session', body)
  expect(refused.message).toContain('TENDER_APPLE_PAY_IDENTITY_CERT')
})
