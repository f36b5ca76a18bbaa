import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { serveOperator } from '../../../demo/operator/serve-operator.ts'
import { seenOrders } from '../../../demo/seen-orders.ts'
import { buildShop } from '../../../demo/shop/build-shop.ts'
import { root } from '../../support/root.ts'

const shop = 'https://shop.example'
const addresses = { shop, proxy: 'https://p.example', gateway: 'https://g.example', console: '', wallets: '' }

let open: FastifyInstance | undefined
afterEach(() => open?.close())

/** The demo's pages, which note the claims of each ticket. */
async function openDemo() {
  const signed: OrderClaims[] = []
  const sign = async (claims: OrderClaims): Promise<string> => {
    signed.push(claims)
    return signOrder(claims, 'a-ticket-secret-of-more-than-32-bytes', { clock: systemClock })
  }
  const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'
  const merchant = merchantClient({
    base: addresses.proxy,
    apiKey,
    fetch: async () => new Response('', { status: 404 }),
  })
  const common = { random: systemRandom, addresses: () => addresses, sign, seen: seenOrders(), merchant }
  const webhookSecret = `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`
  open = await buildShop({
    ...common,
    cards: [],
    switches: buildSwitches(),
    hasHelp: false,
    webhookSecret,
    assets: root,
  })
  serveOperator(open, { ...common, password: 'password' })
  const authorization = `Basic ${btoa('operator:password')}`
  return {
    signed,
    get: (path: string, terms: Readonly<Record<string, string>>) =>
      open!.inject({
        url: `${path}?${new URLSearchParams({ orderNumber: 'A-17', ...terms })}`,
        headers: { authorization },
      }),
  }
}

const hold = { capture: 'two-phase', autocompletionDate: '2099-01-01T00:00:00' }
const ofBoth = {
  ...hold,
  postAddress: 'Vilnius',
  merchantLogin: 'branch-api',
  dynamicCallbackUrl: 'https://shop.example/callback',
}

test('the shop’s form has a field for each of these claims, and signs what is typed there', async () => {
  const { signed, get } = await openDemo()
  const terms = { ...ofBoth, feeInput: '66', merchantInn: '7700000001', autoReverseDate: '' }
  const { statusCode, body } = await get('/', terms)
  expect(statusCode).toBe(200)
  expect(signed).toEqual([expect.objectContaining({ ...ofBoth, feeInput: 66, merchantInn: '7700000001' })])
  expect(signed[0]).not.toHaveProperty('autoReverseDate')
  for (const [name, value] of Object.entries({ ...terms, capture: '' }))
    expect(body).toMatch(new RegExp(`name="${name}"[^>]*${value}`))
  expect(body).toContain('name="bindingId"')
})

test('the operator’s form has those of an order by telephone', async () => {
  const { signed, get } = await openDemo()
  const { statusCode, body } = await get('/operator', ofBoth)
  expect(statusCode).toBe(200)
  expect(signed).toEqual([expect.objectContaining({ ...ofBoth, channel: 'moto' })])
  for (const name of Object.keys(ofBoth)) expect(body).toContain(`name="${name}"`)
  expect(body).not.toMatch(/name="(?:feeInput|bindingId|merchantInn)"/)
})

test('a claim that breaks a rule is shown by name', async () => {
  const { get } = await openDemo()
  const { statusCode, body } = await get('/', { autocompletionDate: '2099-01-01T00:00:00' })
  expect([statusCode, body]).toEqual([400, expect.stringContaining('<b>autocompletionDate</b> must be given with')])
})
