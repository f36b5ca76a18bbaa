import { createHmac } from 'node:crypto'
import type { InjectOptions } from 'light-my-request'
import { checkoutApi } from '#contract/checkout-api.ts'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { browser, cardFor } from '../../unit/proxy/support/test-proxy.ts'
import { asking, OPEN, PAID, type Belongings } from './belongings.ts'

/** A request to one merchant's address with what another one has. */
export interface Crossing {
  readonly name: string
  /** The route as the process declares it. */
  readonly route: string
  /** `own` is what belongs to the merchant that is asked, and `theirs` what another one has. */
  readonly request: (theirs: Belongings, own: Belongings) => InjectOptions
  /** It is said by the merchant's own credentials about somebody's identifier, in place of by somebody's credentials. */
  readonly isIdentifier?: true
}

const token = Buffer.from('{"version":"EC_v1"}').toString('base64')
const requestId = '00000000-0000-4000-8000-000000000001'
const terms = { orderNumber: OPEN, amount: 4990, currency: '978' }

/** Valid bodies of the operations that need one. */
const bodies: Readonly<Record<string, (of: Belongings) => object>> = {
  pay: () => ({ ...cardFor(`id-of-${OPEN}`), requestId }),
  authenticate: ({ continuation }) => ({ ...cardFor(`id-of-${OPEN}`), requestId, continuation }),
  payByWallet: () => ({ requestId, wallet: 'googlePay', paymentToken: token, browser }),
  authenticateWallet: ({ continuation }) => ({
    requestId,
    wallet: 'googlePay',
    paymentToken: token,
    browser,
    continuation,
  }),
  walletSession: () => ({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' }),
  payByCode: () => ({ requestId, method: 'sbp' }),
  payMoto: () => ({ requestId, seToken: token, cardholder: 'JANE DOE' }),
  withdraw: () => ({ requestId }),
  removeCard: ({ bindingId }) => ({ bindingId }),
  'merchant.capture': () => ({}),
  'merchant.cancel': () => ({}),
  'merchant.refund': () => ({ amount: 10, refundId: 'r-1' }),
  'merchant.extendCard': () => ({ newExpiry: '203512' }),
  'merchant.charge': ({ clientId, bindingId }) => ({ ...terms, clientId, bindingId }),
  'merchant.chargeRecurrent': ({ clientId, bindingId }) => ({ ...terms, clientId, bindingId }),
  'merchant.moto': () => ({ ...terms, cardholder: 'JANE DOE', seToken: token }),
  'merchant.wallet': ({ clientId }) => ({ ...terms, wallet: 'googlePay', paymentToken: token, clientId, ip: '::1' }),
  'merchant.link': () => ({ order: { orderNumber: OPEN, amount: 4990, currency: '978' } }),
}

const at = (path: string, { clientId, bindingId }: Belongings, number: string): string =>
  path
    .replace(':orderNumber', number)
    .replace(':clientId', clientId)
    .replace(':bindingId', bindingId)
    .replace(':locale', 'en')

const bodyOf = (name: string, method: string, of: Belongings): object | undefined =>
  method === 'GET' ? undefined : (bodies[name]?.(of) ?? {})

const operations = Object.entries(checkoutApi).filter(([, { path }]) => !path.includes('/texts/'))
const merchants = Object.entries(merchantApi)

const form = (body: string): Pick<InjectOptions, 'headers' | 'payload'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: body,
})

function checksummed(secret: string, fields: Readonly<Record<string, string>>): InjectOptions {
  const checksum = createHmac('sha256', secret).update(stringToSign(fields)).digest('hex').toUpperCase()
  return { method: 'GET', url: `/callback?${new URLSearchParams({ ...fields, checksum }).toString()}` }
}

/** Somebody's credentials and signed addresses. */
const credentials: readonly Crossing[] = [
  ...operations.flatMap(([name, { method, path }]): Crossing[] =>
    (['ticket', 'paidTicket'] as const).map((kind) => ({
      name: `${name} by ${kind}`,
      route: path,
      request: (theirs, own) => asking(theirs[kind], method, path, bodyOf(name, method, own)),
    })),
  ),
  ...merchants.map(([name, { method, path }]): Crossing => ({
    name: `merchant ${name}`,
    route: path,
    request: (theirs, own) =>
      asking(theirs.apiKey, method, at(path, own, PAID), bodyOf(`merchant.${name}`, method, own)),
  })),
  {
    name: 'callback by its proof',
    route: '/callback/:number/:proof',
    request: ({ callback }) => ({ method: 'POST', url: callback }),
  },
  {
    name: 'callback by a checksum',
    route: '/callback',
    request: ({ callbackSecret }) =>
      checksummed(callbackSecret, { orderNumber: OPEN, operation: 'deposited', status: '1' }),
  },
  {
    name: 'return page',
    route: '/3ds/return',
    request: ({ returned }) => ({ method: 'GET', url: returned }),
  },
  {
    name: 'return page in its frame',
    route: '/3ds/return',
    request: ({ returned }) => ({ method: 'POST', url: returned, ...form('cres=x') }),
  },
  { name: 'page to the bank', route: '/3ds/bank', request: ({ bankPage }) => ({ method: 'GET', url: bankPage }) },
  { name: 'link', route: '/link/*', request: ({ link }) => ({ method: 'GET', url: link }) },
  {
    name: 'hosted page',
    route: '/pay',
    request: ({ paidTicket }) => ({ method: 'POST', url: '/pay', ...form(`order=${paidTicket}`) }),
  },
]

/** The merchant's own credentials with what only somebody else has. */
const identifiers: readonly Crossing[] = [
  ...merchants
    .filter(([, { path }]) => path.includes('/:'))
    .map(([name, { method, path }]): Crossing => ({
      name: `merchant ${name} of theirs`,
      route: path,
      isIdentifier: true,
      request: (theirs, own) =>
        asking(own.apiKey, method, at(path, theirs, theirs.ownNumber), bodyOf(`merchant.${name}`, method, theirs)),
    })),
  ...(['authenticate', 'removeCard'] as const).map((name): Crossing => ({
    name: `${name} of theirs`,
    route: checkoutApi[name].path,
    isIdentifier: true,
    request: (theirs, own) => asking(own.ticket, 'POST', checkoutApi[name].path, bodies[name]!(theirs)),
  })),
]

export const crossings: readonly Crossing[] = [...credentials, ...identifiers]

/** What each merchant asks for itself, right after another one asked for the same: nothing that was kept is another's. */
export const ownRequests: readonly Crossing[] = [
  ...credentials.filter(({ name }) =>
    /^(?:checkout|outcome|prepare) by |^merchant (?:order|orders|cards|receipts)$|page|link/.test(name),
  ),
  ...['/card', '/3ds', '/openapi.json', '/readyz', '/v1/checkout.js'].map((url): Crossing => ({
    name: url,
    route: url,
    request: () => ({ method: 'GET', url }),
  })),
]
