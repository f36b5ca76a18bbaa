import { createHmac } from 'node:crypto'
import { checkoutApi } from '#contract/checkout-api.ts'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { Operation } from '#contract/operation.ts'
import { browser, cardFor, proxyUrl } from '../../../unit/proxy/support/test-proxy.ts'
import type { Chance } from '../chance.ts'
import type { PooledTicket } from './tickets.ts'

export type Headers = Record<string, string>

/** A request before its mutations. */
export interface Draft {
  readonly route: 'browser' | 'merchant' | 'callback' | 'page'
  method: string
  url: string
  headers: Headers
  /** The value to encode as the body, or the body itself. */
  body?: unknown
}

/** The material for requests; addresses that the proxy itself has signed are added during the run. */
export interface Material {
  readonly good: readonly PooledTicket[]
  readonly bad: readonly PooledTicket[]
  readonly apiKey: string
  readonly callbackSecret: string
  readonly continuations: string[]
  readonly signed: string[]
}

const host = 'pay.shop.example'
const token = Buffer.from('{"version":"EC_v1"}').toString('base64')
const payer = {
  email: 'jane@shop.example',
  phone: '+37120000000',
  billing: { billingCity: 'Riga', billingAddressLine1: 'x' },
}

/** One of a few values, so that some occur twice. */
const requestIdOf = ({ int }: Chance): string => `00000000-0000-4000-8000-${String(int(1000)).padStart(12, '0')}`

type Making = (chance: Chance, material: Material, number: string) => unknown

const card: Making = (chance, _, number) => {
  const { is } = chance
  const { cardholder, ...sealed } = cardFor(`id-${number}`)
  return {
    ...sealed,
    requestId: requestIdOf(chance),
    ...(is(0.7) ? { cardholder } : { bindingId: 'b-1' }),
    ...(is(0.3) && { save: true }),
    ...(is(0.3) && { payer }),
  }
}
const wallet: Making = (chance) => ({
  requestId: requestIdOf(chance),
  wallet: chance.pick(['applePay', 'googlePay']),
  paymentToken: token,
  browser,
  ...(chance.is(0.3) && { payer }),
})
const goingOn =
  (making: Making): Making =>
  (chance, material, number) => ({
    ...(making(chance, material, number) as object),
    continuation: chance.pick(['x', ...material.continuations]),
  })

/** Valid bodies of the card frame's operations. */
const frames: { readonly [Name in keyof typeof checkoutApi]?: Making } = {
  pay: card,
  authenticate: goingOn(card),
  payByWallet: wallet,
  authenticateWallet: goingOn(wallet),
  walletSession: () => ({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' }),
  payMoto: (chance) => ({
    requestId: requestIdOf(chance),
    seToken: token,
    cardholder: 'JANE DOE',
    ...(chance.is(0.3) && { save: true }),
  }),
  withdraw: (chance) => ({ requestId: requestIdOf(chance) }),
  removeCard: () => ({ bindingId: 'b-1' }),
}

const terms = { orderNumber: 'Mx4990', amount: 4990, currency: '978' }
const stored: Making = ({ pick }) => ({ ...terms, clientId: 'c-1', bindingId: pick(['b-1', 'b-2']) })

/** Valid bodies, and queries, of the operations of the merchant's server. */
const merchants: { readonly [Name in keyof typeof merchantApi]?: Making } = {
  orders: ({ pick }) => ({ from: '2020-05-01T00:00:00Z', ...pick([{}, { state: 'paid' }, { by: 'paid', page: '2' }]) }),
  extendCard: ({ pick }) => ({ newExpiry: pick(['203512', '203612']) }),
  capture: ({ is }) => (is(0.5) ? {} : { amount: 10 }),
  refund: ({ is }) => (is(0.5) ? {} : { amount: 10, refundId: 'r-1' }),
  charge: stored,
  chargeRecurrent: stored,
  moto: ({ pick }) => ({
    ...terms,
    cardholder: 'JANE DOE',
    ...pick([{ seToken: token }, { clientId: 'c-1', bindingId: 'b-1' }, { clientId: '', bindingId: 'b-1' }]),
  }),
  wallet: ({ pick }) => ({
    ...terms,
    wallet: pick(['applePay', 'googlePay']),
    paymentToken: pick([token, { a: 1 }]),
    clientId: 'c-1',
    ip: '198.51.100.7',
  }),
}

type Drafting = (chance: Chance, material: Material) => Draft

const ofFrame =
  (name: keyof typeof checkoutApi): Drafting =>
  (chance, material) => {
    const { method, path }: Operation = checkoutApi[name]
    const { token: ticket, good } = chance.is(0.9) ? chance.pick(material.good) : chance.pick(material.bad)
    return {
      route: 'browser',
      method,
      url: path.replace(':locale', chance.pick(['en', 'ru', 'ar-EG', 'xx'])),
      headers: {
        host,
        'sec-fetch-site': 'same-origin',
        accept: '*/*',
        authorization: `Bearer ${ticket}`,
        ...(method === 'POST' && { 'content-type': 'application/json', origin: proxyUrl }),
      },
      ...(method === 'POST' && { body: frames[name]?.(chance, material, good?.orderNumber ?? 'T0x1000') ?? {} }),
    }
  }

const ofMerchant =
  (name: keyof typeof merchantApi): Drafting =>
  (chance, material) => {
    const { method, path }: Operation = merchantApi[name]
    const filled = path.replace(':orderNumber', 'Mx4990').replace(':clientId', 'c-1').replace(':bindingId', 'b-1')
    const fields = (merchants[name]?.(chance, material, '') ?? {}) as Record<string, string>
    const query = method === 'GET' ? new URLSearchParams(fields).toString() : ''
    return {
      route: 'merchant',
      method,
      url: query ? `${filled}?${query}` : filled,
      headers: {
        host,
        authorization: `Bearer ${material.apiKey}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: fields }),
    }
  }

const pages = [
  '/card',
  '/3ds',
  '/3ds/method?n=abc',
  '/3ds/return?k=a.b',
  '/3ds/bank?k=a.b',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/assets/card/card-abc.js',
  '/assets/card/nothing.js',
  '/v1/checkout.js',
  '/',
]

const ofPage: Drafting = ({ pick, is }, { signed }) => ({
  route: 'page',
  method: 'GET',
  url: pick(is(0.5) ? [...pages, ...signed] : pages),
  headers: { host, ...(is(0.5) && { 'sec-fetch-dest': 'iframe' }), 'accept-language': pick(['en', 'ar', '*', '']) },
})

const FORM = 'application/x-www-form-urlencoded'

const ofReturn: Drafting = ({ pick }, { signed }) => ({
  route: 'page',
  method: 'POST',
  url: pick(['/3ds/method?n=abc', '/3ds/return?k=a.b', ...signed]),
  headers: { host, 'content-type': FORM },
  body: 'cres=e30&threeDSSessionData=x',
})

const ofHostedPage: Drafting = ({ pick, is }, { good, bad }) => ({
  route: 'browser',
  method: 'POST',
  url: '/pay',
  headers: { host, 'content-type': FORM },
  body: `order=${(is(0.8) ? pick(good) : pick(bad)).token}`,
})

const ofCallback: Drafting = ({ pick, is }, { callbackSecret }) => {
  const fields = { mdOrder: 'id-1', orderNumber: pick(['T0x1000', 'T1x1001-2']), operation: 'deposited', status: '1' }
  const checksum = createHmac('sha256', callbackSecret).update(stringToSign(fields)).digest('hex').toUpperCase()
  const form = new URLSearchParams({ ...fields, checksum: is(0.8) ? checksum : 'AB' }).toString()
  return is(0.5)
    ? { route: 'callback', method: 'GET', url: `/callback?${form}`, headers: { host } }
    : { route: 'callback', method: 'POST', url: '/callback', headers: { host, 'content-type': FORM }, body: form }
}

/** Each operation once, and the other kinds of request beside them. */
const draftings: readonly Drafting[] = [
  ...Object.keys(checkoutApi).map((name) => ofFrame(name as keyof typeof checkoutApi)),
  ...Object.keys(merchantApi).map((name) => ofMerchant(name as keyof typeof merchantApi)),
  ofPage,
  ofPage,
  ofReturn,
  ofHostedPage,
  ofCallback,
]

/** A valid request, or nearly. */
export const draftOf: Drafting = (chance, material) => chance.pick(draftings)(chance, material)
