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
const SATIM = { force_terminal_id: 'E010901234', udf1: '2018105301346' }

/** A request about an order that is registered before, by its orderId. */
type AboutOrder = (orderId: string) => Sent

interface Client {
  readonly bank: keyof typeof banks
  readonly request: (() => Sent) | AboutOrder
  readonly answered: Fields
}

const rest = '/payment/rest'
const sber = '/ecomm/gw/partner/api/v1'

/** Registrations that each bank takes, for what is asked about an order. */
const registrations: Readonly<Partial<Record<keyof typeof banks, () => Sent>>> = {
  satim: () => ({
    path: `${rest}/register.do`,
    form: {
      ...by,
      orderNumber: number(),
      amount: 500_000,
      currency: '012',
      returnUrl,
      language: 'fr',
      jsonParams: SATIM,
    },
  }),
  'sber-ecomm': () => ({
    path: `${sber}/register.do`,
    json: { ...by, orderNumber: number(), amount: 30_500, currency: '643', returnUrl },
  }),
}

const number = (): string => newNumber().slice(-10)

/** Requests that public clients and shop modules of these banks make, by their fields and where they stand. */
const clients: Readonly<Record<string, Client>> = {
  'a Laravel package, by GET and in lower case': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      method: 'GET',
      inAddress: {
        ...by,
        orderNumber: number(),
        amount: 100_320,
        currency: '012',
        returnUrl,
        language: 'fr',
        jsonParams: SATIM,
      },
    }),
    answered: registered,
  },
  'a TypeScript client, in upper case, with further values of the merchant': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: number(),
        amount: 80_650,
        currency: '012',
        returnUrl,
        failUrl: returnUrl,
        language: 'AR',
        jsonParams: { ...SATIM, udf2: 'a', fundingTypeIndicator: 'CP' },
      },
    }),
    answered: registered,
  },
  'a form without a language': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      form: { ...by, orderNumber: number(), amount: 500_000, currency: '012', returnUrl, jsonParams: SATIM },
    }),
    answered: { errorCode: 4, errorMessage: 'Field language is required' },
  },
  'a terminal that is left out': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: number(),
        amount: 500_000,
        currency: '012',
        returnUrl,
        language: 'EN',
        jsonParams: { udf1: 'a' },
      },
    }),
    answered: { errorCode: 4, errorMessage: 'Field jsonParams.force_terminal_id is required' },
  },
  'an order number of eleven characters': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: 'TOO-LONG-11',
        amount: 500_000,
        currency: '012',
        returnUrl,
        language: 'EN',
        jsonParams: SATIM,
      },
    }),
    answered: { errorCode: 1, errorMessage: 'Field orderNumber must have at most 10 characters' },
  },
  'less than fifty dinars': {
    bank: 'satim',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: number(),
        amount: 4999,
        currency: '012',
        returnUrl,
        language: 'EN',
        jsonParams: SATIM,
      },
    }),
    answered: { errorCode: 5, errorMessage: 'Field amount must be at least 5000' },
  },
  'an acknowledgement in the address': {
    bank: 'satim',
    request: (mdOrder) => ({
      path: `${rest}/public/acknowledgeTransaction.do`,
      method: 'GET',
      inAddress: { ...by, mdOrder, language: 'fr' },
    }),
    answered: { ErrorCode: '0', OrderStatus: 0, Amount: 500_000, currency: '012' },
  },
  'a WooCommerce module with the older name of the acknowledgement': {
    bank: 'satim',
    request: (orderId) => ({ path: `${rest}/confirmOrder.do`, form: { ...by, orderId, language: 'fr' } }),
    answered: { ErrorCode: '0', OrderStatus: 0 },
  },
  'an Express shop that reads the old status without a language': {
    bank: 'satim',
    request: (orderId) => ({ path: `${rest}/getOrderStatus.do`, method: 'GET', inAddress: { ...by, orderId } }),
    answered: { ErrorCode: '0', OrderStatus: 0 },
  },
  'a Node shop, by GET with an Armenian page': {
    bank: 'arca',
    request: () => ({
      path: `${rest}/register.do`,
      method: 'GET',
      inAddress: {
        ...by,
        amount: 100_000,
        orderNumber: number(),
        language: 'hy',
        returnUrl,
        jsonParams: '{"FORCE_3DS2":"true"}',
      },
    }),
    answered: registered,
  },
  'a module with customer data and an empty field, without a basket': {
    bank: 'bt-ipay',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: number(),
        amount: 1000,
        currency: '946',
        returnUrl,
        description: 'Plata',
        installment: '',
        jsonParams: '{"FORCE_3DS2":"true"}',
        orderBundle: {
          orderCreationDate: '2026-11-28',
          customerDetails: { email: 'jane@shop.example', phone: '40740123456', contact: 'Jane' },
        },
      },
    }),
    answered: registered,
  },
  'a PHP client with its login in the header': {
    bank: 'bt-ipay',
    request: () => ({
      path: `${rest}/register.do`,
      headers: { authorization: basic },
      form: {
        orderNumber: number(),
        amount: 1000,
        currency: '946',
        returnUrl,
        language: 'ro',
        orderBundle: { orderCreationDate: '2026-11-28', customerDetails: { email: 'jane@shop.example' } },
      },
    }),
    answered: registered,
  },
  'an order without a bundle': {
    bank: 'bt-ipay',
    request: () => ({
      path: `${rest}/register.do`,
      headers: { authorization: basic },
      form: { orderNumber: number(), amount: 1000, currency: '946', returnUrl },
    }),
    answered: { status: 400, errorCode: '4' },
  },
  'a wrong password in the header': {
    bank: 'bt-ipay',
    request: () => ({
      path: `${rest}/getOrderStatusExtended.do`,
      headers: { authorization: `Basic ${Buffer.from(`${merchant.login}:wrong`).toString('base64')}` },
      form: { orderId: 'one' },
    }),
    answered: { status: 401, errorCode: '5' },
  },
  'a Laravel package in the address, with what a desktop sends': {
    bank: 'khan',
    request: () => ({
      path: `${rest}/register.do`,
      method: 'GET',
      inAddress: {
        ...by,
        amount: 5_000_000,
        currency: '496',
        language: 'mn',
        pageView: 'DESKTOP',
        orderNumber: number(),
        returnUrl,
        'jsonParams[orderNumber]': 'A-17',
      },
    }),
    answered: registered,
  },
  'a Node client with a password in capitals': {
    bank: 'khan',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        userName: by.userName,
        Password: by.password,
        amount: 5000,
        orderNumber: number(),
        returnUrl,
        failUrl: returnUrl,
      },
    }),
    answered: registered,
  },
  'a PrestaShop module that reads in the address': {
    bank: 'clictopay',
    request: () => ({
      path: `${rest}/getOrderStatusExtended.do`,
      method: 'GET',
      inAddress: { ...by, orderId: 'nobody-knows', language: 'fr' },
    }),
    answered: { errorCode: '6' },
  },
  'a CS-Cart module, with values that are JSON in JSON': {
    bank: 'sber-ecomm',
    request: () => ({
      path: `${sber}/register.do`,
      json: {
        ...by,
        orderNumber: number(),
        amount: 30_500,
        currency: '643',
        returnUrl,
        features: 'FORCE_FULL_TDS',
        phone: '+79001234567',
        email: 'jane@shop.example',
        jsonParams: { CMS: 'Multi-Vendor 4.18.4', sberbankOnlineAttributes: '{"language":"ru"}' },
      },
      headers: { 'x-idempotencyKey': 'one' },
    }),
    answered: registered,
  },
  'a Ruby client that declines an order': {
    bank: 'sber-ecomm',
    request: (orderId) => ({ path: `${sber}/decline.do`, json: { ...by, orderId } }),
    answered: { errorCode: '0' },
  },
  'a form, which its JSON face does not take': {
    bank: 'sber-ecomm',
    request: () => ({
      path: `${sber}/register.do`,
      form: { ...by, orderNumber: number(), amount: 30_500, currency: '643', returnUrl },
    }),
    answered: { status: 415 },
  },
  'a site of an association, without a currency': {
    bank: 'yookassa',
    request: () => ({
      path: `${rest}/register.do`,
      form: {
        ...by,
        orderNumber: number(),
        amount: 10_000,
        returnUrl,
        email: 'jane@shop.example',
        phone: '79001234567',
      },
    }),
    answered: registered,
  },
  'a Node service with its fields in the address of a POST': {
    bank: 'alfa',
    request: () => ({
      path: `${rest}/register.do`,
      inAddress: { ...by, orderNumber: number(), amount: 10_000, currency: '643', returnUrl },
      json: {},
    }),
    answered: registered,
  },
  'a Django site with a token': {
    bank: 'jcc',
    request: () => ({
      path: `${rest}/register.do`,
      form: { token: merchant.token, orderNumber: number(), amount: 2000, currency: '978', returnUrl, language: 'el' },
    }),
    answered: registered,
  },
}

const used = [...new Set(Object.values(clients).map(({ bank }) => bank))]

describe.each(used)('clients of %s are answered', (bank) => {
  const wire = inProcess()
  let base: string
  beforeAll(async () => void ({ base } = await setFixture(wire, { profile: bank })))

  test.each(Object.entries(clients).filter(([, client]) => client.bank === bank))('%s', async (_, client) => {
    const { request, answered } = client
    const first = registrations[bank]?.()
    const { orderId = '' } = request.length && first ? await send(wire, base, first) : {}
    expect(await send(wire, base, request(orderId))).toMatchObject(answered)
  })
})
