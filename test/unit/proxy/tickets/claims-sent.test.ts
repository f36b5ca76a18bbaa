import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { ownWallets } from '../merchant/bank.ts'
import { openShop, order, plain, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { browser, secret } from '../support/test-proxy.ts'

type Claim = keyof OrderClaims

/** Claims about the ticket, the form, or how the order is paid; what they say decides which requests are sent. */
const steering = new Set<Claim>([
  ...(['orderNumber', 'amount', 'currency', 'iss', 'sub', 'aud', 'jti', 'iat', 'nbf', 'exp', 'origin'] as const),
  ...(['capture', 'channel', 'save', 'saveAs', 'methods', 'ask'] as const),
])

const item = { positionId: 1, name: 'Чай', quantity: { value: 1, measure: 'шт' }, itemPrice: 1234 }

/** Each claim that has a value for the gateway, with the others that it needs, and what of it the gateway must get. */
const samples: { readonly [Name in Claim]?: readonly [claims: Partial<OrderClaims>, value: string] } = {
  returnUrl: [{ returnUrl: 'https://shop.example/back/7' }, 'https://shop.example/back/7'],
  failUrl: [{ failUrl: 'https://shop.example/failed/7' }, 'https://shop.example/failed/7'],
  description: [{ description: 'a-description' }, 'a-description'],
  reference: [{ reference: 'cart 17/3' }, '"tenderReference":"cart 17/3"'],
  language: [{ language: 'ru' }, '"ru"'],
  clientId: [{ clientId: 'a-client' }, 'a-client'],
  email: [{ email: 'jane@shop.example' }, 'jane@shop.example'],
  phone: [{ phone: '375291234567' }, '375291234567'],
  cardholderName: [{ cardholderName: 'A. CARDHOLDER' }, 'A. CARDHOLDER'],
  recurringFrequency: [recurring(), '"recurringFrequency":"28"'],
  recurringExpiry: [recurring(), '"recurringExpiry":"20991231"'],
  billingPayerData: [{ billingPayerData: { billingCity: 'Vilnius' } }, 'Vilnius'],
  shippingPayerData: [{ shippingPayerData: { shippingCity: 'Kaunas' } }, 'Kaunas'],
  preOrderPayerData: [{ preOrderPayerData: { preOrderDate: '20991231' } }, '20991231'],
  orderPayerData: [{ orderPayerData: { homePhone: '375171234567' } }, '375171234567'],
  billingAndShippingAddressMatchIndicator: [{ billingAndShippingAddressMatchIndicator: 'Y' }, '"Y"'],
  orderBundle: [{ orderBundle: { ffdVersion: '1.05', cartItems: { items: [item] } } }, '"ffdVersion":"1.05"'],
  taxSystem: [{ taxSystem: 3 }, '"taxSystem":"3"'],
  additionalOfdParams: [{ additionalOfdParams: { 'agent_info.type': 6 } }, '"agent_info.type":6'],
  feeInput: [{ feeInput: 66 }, '"feeInput":"66"'],
  autocompletionDate: [{ capture: 'two-phase', autocompletionDate: '2099-01-01T01:02:03' }, '2099-01-01T01:02:03'],
  autoReverseDate: [{ capture: 'two-phase', autoReverseDate: '2099-01-01T01:02:04' }, '2099-01-01T01:02:04'],
  postAddress: [{ postAddress: '1 High Street' }, '1 High Street'],
  merchantLogin: [{ merchantLogin: 'child-api' }, 'child-api'],
  merchantInn: [{ merchantInn: '7700000001' }, '7700000001'],
  bindingId: [{ clientId: 'jane', bindingId: 'a-stored-card' }, 'a-stored-card'],
  dynamicCallbackUrl: [{ dynamicCallbackUrl: 'https://shop.example/cb' }, 'https://shop.example/cb'],
  features: [{ features: ['FORCE_TDS'] }, 'FORCE_TDS'],
  jsonParams: [{ jsonParams: { contract: 'seventeen' } }, '"contract":"seventeen"'],
  sessionTimeoutSecs: [{ sessionTimeoutSecs: 4321 }, '"sessionTimeoutSecs":"4321"'],
  expirationDate: [{ expirationDate: '2099-01-01T01:02:05' }, '2099-01-01T01:02:05'],
}

function recurring(): Partial<OrderClaims> {
  const terms = { recurringFrequency: '28', recurringExpiry: '20991231' }
  return { clientId: 'jane', save: 'required', saveAs: 'recurrent', ...terms }
}

/** What no wallet's payment has, which is made at once and shows no page: all of it is for the other ways to pay. */
const ofOtherWays = ['cardholderName', 'bindingId', 'sessionTimeoutSecs', 'expirationDate', 'postAddress'] as const
const ofPages = ['returnUrl', 'failUrl'] as const
const ofCallbacks = ['dynamicCallbackUrl'] as const

/** A way to pay, and the claims that it does not send by its nature; each of them is in docs/tickets.md. */
interface Way {
  readonly pay: (shop: Shop, claims: Partial<OrderClaims>) => Promise<unknown>
  readonly unused: readonly Claim[]
}

const packed = (token: object): string => Buffer.from(JSON.stringify(token)).toString('base64')

let own: Awaited<ReturnType<typeof ownWallets>>
beforeAll(async () => {
  const clock = { now: () => Date.UTC(2030, 4, 1, 12), sleep: async () => {}, advance: () => {} }
  own = await ownWallets({ clock })
})

const byWallet =
  (wallet: 'applePay' | 'googlePay', token: (shop: Shop) => Promise<string>): Way['pay'] =>
  async (shop, claims) =>
    ask(shop, 'wallet/pay', { wallet, paymentToken: await token(shop), browser }, claims)

const ways: Readonly<Record<string, Way>> = {
  'a card': {
    async pay(shop, claims) {
      const prepared = (await ask(shop, 'prepare', {}, claims)) as { orderId?: string }
      if (prepared.orderId === undefined) return prepared
      return ask(shop, 'pay', await shop.cardBody(prepared.orderId), claims)
    },
    unused: [],
  },
  'a telephone order': {
    async pay(shop, claims) {
      const seToken = await shop.sealed([...sealStamp, plain.pan, plain.cvc, plain.expiry, ''].join('/'))
      return ask(shop, 'moto', { seToken, cardholder: 'JANE DOE' }, { ...claims, channel: 'moto' })
    },
    // The operator's form is filled with it, and what it then has is sent.
    unused: ['cardholderName'],
  },
  'Apple Pay, opened by the gateway': {
    pay: byWallet('applePay', (shop) => shop.tokens.applePay()),
    unused: [...ofOtherWays, ...ofPages, ...ofCallbacks],
  },
  'Apple Pay, opened here': {
    pay: byWallet('applePay', async () => packed(await own.apple())),
    unused: [...ofOtherWays, ...ofPages, ...ofCallbacks],
  },
  'Google Pay, opened by the gateway': {
    pay: byWallet('googlePay', (shop) => shop.tokens.googlePay()),
    unused: ofOtherWays,
  },
  'Google Pay, opened here': {
    pay: byWallet('googlePay', async () => packed(own.google())),
    unused: [...ofOtherWays, ...ofCallbacks],
  },
}

async function ask(shop: Shop, path: string, body: object, claims: Partial<OrderClaims>): Promise<unknown> {
  const now = Math.floor(shop.fixture.clock.now() / 1000)
  const ticket = handSigned({ ...order, iat: now, exp: now + 600, ...claims })
  return (await shop.askWith(ticket, path, body)).json()
}

/** A ticket by another JWT library, which knows no rule of ours. */
function handSigned(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** A form or JSON as JSON, so that both are searched alike. */
const asJson = (body: string): string =>
  body.startsWith('{') ? body : JSON.stringify(Object.fromEntries(new URLSearchParams(body))).replaceAll('\\"', '"')

test('every claim has a sample, or steers the payment', async () => {
  const { Ticket } = await import('#server-contract/ticket.ts')
  const known = [...Object.keys(samples), ...steering]
  expect(Object.keys(Ticket.shape).toSorted()).toEqual(known.toSorted())
})

describe.each(Object.entries(ways))('by %s', (way, { pay, unused }) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ ...walletsOffered, ...(way.endsWith('here') && own.env) })
  })

  test.each(Object.entries(samples))('%s is sent to the gateway or refused by name', async (name, [claims, value]) => {
    const before = shop.sent.length
    const answer = (await pay(shop, { ...claims, orderNumber: `S-${name}`.slice(0, 32) })) as Partial<Refusal>
    const wasSent = shop.sent.slice(before).some(({ body }) => asJson(body).includes(value))
    const { message = '' } = answer.error ?? {}
    const isUnused = (unused as readonly string[]).includes(name)
    expect({
      name,
      fate: wasSent ? 'sent' : message.includes(name) ? 'refused' : isUnused ? 'unused' : answer,
    }).toEqual({
      name,
      fate: isUnused ? 'unused' : expect.toBeOneOf(['sent', 'refused']),
    })
  })
})
