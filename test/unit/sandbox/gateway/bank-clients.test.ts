import { beforeAll, describe, expect, test } from 'vitest'
import type { banks } from '#gateway-client/profiles/banks.ts'
import { inProcess, merchant, newNumber, setFixture, type Wire } from '../../../conformance/gateway/fixture.ts'

type Fields = Readonly<Record<string, unknown>>

interface Sent {
  readonly path: string
  readonly method?: string
  /** In the address of a GET or a POST, in a form, or as JSON. */
  readonly inAddress?: Fields
  readonly form?: Fields
  readonly json?: Fields
  readonly headers?: Readonly<Record<string, string>>
}

const by = { userName: merchant.login, password: merchant.password }
const returnUrl = 'https://shop.example/back'
const basic = `Basic ${Buffer.from(`${merchant.login}:${merchant.password}`).toString('base64')}`

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const encoded = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, textOf(value)]))

/** Sends a request as a client does; answers the HTTP status and the JSON. */
async function send(wire: Wire, base: string, { path, method, inAddress = {}, form, json, headers = {} }: Sent) {
  const url = new URL(path, base)
  url.search = encoded(inAddress).toString()
  const body = form ? encoded(form).toString() : json && JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await wire.fetch(
    new Request(url, {
      method: method ?? 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    }),
  )
  return { status: answer.status, ...((await answer.json()) as { readonly orderId?: string }) }
}

const registered = { orderId: expect.any(String), formUrl: expect.any(String) }
const rest = '/payment/rest'
const sber = '/ecomm/gw/partner/api/v1'
const number = (): string => newNumber().slice(-10)

/** The fields of a registration, beside the credentials. */
const order = (more: Fields): Fields => ({ orderNumber: number(), returnUrl, ...more })
const register = `${rest}/register.do`
const inForm = (more: Fields): Sent => ({ path: register, form: { ...by, ...order(more) } })
const byGet = (path: string, more: Fields): Sent => ({
  path: `${rest}/${path}`,
  method: 'GET',
  inAddress: { ...by, ...more },
})
const withLogin = (more: Fields): Sent => ({ path: register, headers: { authorization: basic }, form: order(more) })

const terminal = { force_terminal_id: 'E010901234', udf1: '2018105301346' }
const dinars = { amount: 500_000, currency: '012', language: 'EN', jsonParams: terminal }
const { language: _, ...noLanguage } = dinars
const lei = { amount: 1000, currency: '946' }
const roubles = { ...by, amount: 30_500, currency: '643', returnUrl }
const jane = { email: 'jane@shop.example', phone: '79001234567' }

/** A request about an order that is registered before, by its orderId. */
type AboutOrder = (orderId: string) => Sent

type Client = readonly [bank: keyof typeof banks, request: (() => Sent) | AboutOrder, answered: Fields]

/** Registrations that each bank takes, for what is asked about an order. */
const registrations: Readonly<Partial<Record<keyof typeof banks, () => Sent>>> = {
  satim: () => inForm(dinars),
  'sber-ecomm': () => ({ path: `${sber}/register.do`, json: { ...roubles, orderNumber: number() } }),
}

/** Requests that public clients and shop modules of these banks make, by their fields and where they stand. */
const clients: Readonly<Record<string, Client>> = {
  'a Laravel package, by GET and in lower case': [
    'satim',
    () => byGet('register.do', order({ ...dinars, language: 'fr' })),
    registered,
  ],
  'a TypeScript client, in upper case, with further values of the merchant': [
    'satim',
    () =>
      inForm({
        ...dinars,
        failUrl: returnUrl,
        language: 'AR',
        jsonParams: { ...terminal, udf2: 'a', fundingTypeIndicator: 'CP' },
      }),
    registered,
  ],
  'a form without a language': [
    'satim',
    () => inForm(noLanguage),
    { errorCode: 4, errorMessage: 'Field language is required' },
  ],
  'a terminal that is left out': [
    'satim',
    () => inForm({ ...dinars, jsonParams: { udf1: 'a' } }),
    { errorCode: 4, errorMessage: 'Field jsonParams.force_terminal_id is required' },
  ],
  'an order number of eleven characters': [
    'satim',
    () => inForm({ ...dinars, orderNumber: 'TOO-LONG-11' }),
    { errorCode: 1, errorMessage: 'Field orderNumber must have at most 10 characters' },
  ],
  'less than fifty dinars': [
    'satim',
    () => inForm({ ...dinars, amount: 4999 }),
    { errorCode: 5, errorMessage: 'Field amount must be at least 5000' },
  ],
  'an acknowledgement in the address': [
    'satim',
    (mdOrder) => byGet('public/acknowledgeTransaction.do', { mdOrder, language: 'fr' }),
    { ErrorCode: '0', OrderStatus: 0, Amount: 500_000, currency: '012' },
  ],
  'a WooCommerce module with the older name of the acknowledgement': [
    'satim',
    (orderId) => ({ path: `${rest}/confirmOrder.do`, form: { ...by, orderId, language: 'fr' } }),
    { ErrorCode: '0', OrderStatus: 0 },
  ],
  'an Express shop that reads the old status without a language': [
    'satim',
    (orderId) => byGet('getOrderStatus.do', { orderId }),
    { ErrorCode: '0', OrderStatus: 0 },
  ],
  'a Node shop, by GET with an Armenian page': [
    'arca',
    () => byGet('register.do', order({ amount: 100_000, language: 'hy', jsonParams: '{"FORCE_3DS2":"true"}' })),
    registered,
  ],
  'a module with customer data and an empty field, without a basket': [
    'bt-ipay',
    () =>
      inForm({
        ...lei,
        description: 'Plata',
        installment: '',
        jsonParams: '{"FORCE_3DS2":"true"}',
        orderBundle: {
          orderCreationDate: '2026-11-28',
          customerDetails: { ...jane, phone: '40740123456', contact: 'Jane' },
        },
      }),
    registered,
  ],
  'a PHP client with its login in the header': [
    'bt-ipay',
    () =>
      withLogin({
        ...lei,
        language: 'ro',
        orderBundle: { orderCreationDate: '2026-11-28', customerDetails: { email: jane.email } },
      }),
    registered,
  ],
  'an order without a bundle': ['bt-ipay', () => withLogin(lei), { status: 400, errorCode: '4' }],
  'a wrong password in the header': [
    'bt-ipay',
    () => ({
      path: `${rest}/getOrderStatusExtended.do`,
      headers: { authorization: `Basic ${Buffer.from(`${merchant.login}:wrong`).toString('base64')}` },
      form: { orderId: 'one' },
    }),
    { status: 401, errorCode: '5' },
  ],
  'a Laravel package in the address, with what a desktop sends': [
    'khan',
    () =>
      byGet(
        'register.do',
        order({
          amount: 5_000_000,
          currency: '496',
          language: 'mn',
          pageView: 'DESKTOP',
          'jsonParams[orderNumber]': 'A-17',
        }),
      ),
    registered,
  ],
  'a Node client with a password in capitals': [
    'khan',
    () => ({
      path: register,
      form: order({ userName: by.userName, Password: by.password, amount: 5000, failUrl: returnUrl }),
    }),
    registered,
  ],
  'a PrestaShop module that reads in the address': [
    'clictopay',
    () => byGet('getOrderStatusExtended.do', { orderId: 'nobody-knows', language: 'fr' }),
    { errorCode: '6' },
  ],
  'a CS-Cart module, with values that are JSON in JSON': [
    'sber-ecomm',
    () => ({
      path: `${sber}/register.do`,
      json: {
        ...roubles,
        ...jane,
        orderNumber: number(),
        features: 'FORCE_FULL_TDS',
        jsonParams: { CMS: 'Multi-Vendor 4.18.4', sberbankOnlineAttributes: '{"language":"ru"}' },
      },
      headers: { 'x-idempotencyKey': 'one' },
    }),
    registered,
  ],
  'a Ruby client that declines an order': [
    'sber-ecomm',
    (orderId) => ({ path: `${sber}/decline.do`, json: { ...by, orderId } }),
    { errorCode: '0' },
  ],
  'a form, which its JSON face does not take': [
    'sber-ecomm',
    () => ({ path: `${sber}/register.do`, form: { ...roubles, orderNumber: number() } }),
    { status: 415 },
  ],
  'a site of an association, without a currency': ['yookassa', () => inForm({ ...jane, amount: 10_000 }), registered],
  'a Node service with its fields in the address of a POST': [
    'alfa',
    () => ({ path: register, inAddress: { ...roubles, orderNumber: number() }, json: {} }),
    registered,
  ],
  'a Django site with a token': [
    'jcc',
    () => ({ path: register, form: order({ token: merchant.token, amount: 2000, currency: '978', language: 'el' }) }),
    registered,
  ],
}

const used = [...new Set(Object.values(clients).map(([bank]) => bank))]

describe.each(used)('clients of %s are answered', (bank) => {
  const wire = inProcess()
  let base: string
  beforeAll(async () => void ({ base } = await setFixture(wire, { profile: bank })))

  test.each(Object.entries(clients).filter(([, [of]]) => of === bank))('%s', async (_, [, request, answered]) => {
    const first = registrations[bank]?.()
    const { orderId = '' } = request.length && first ? await send(wire, base, first) : {}
    expect(await send(wire, base, request(orderId))).toMatchObject(answered)
  })
})
