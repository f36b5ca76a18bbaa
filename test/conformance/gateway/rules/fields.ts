import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { toForm } from '#contract/wire/form.ts'
import { basket, rightRequests, type Name, type RightRequest } from '../right-requests.ts'
import type { Fixture } from '../fixture.ts'
import { wrongFields, withValue, type WrongField } from '../wrong-fields.ts'
import type { Rule } from './rule.ts'

const names = Object.keys(rightRequests) as Name[]

/** Fields that identify the caller: they are checked before all others, and their errors give few details. */
const ofCaller = new Set<unknown>(['userName', 'username', 'password', 'token', 'merchantLogin', 'merchant'])

/** Fields that 2.4 specifies for all requests at once. */
const shared = new Set<unknown>([
  'billingPayerData',
  'shippingPayerData',
  'preOrderPayerData',
  'orderPayerData',
  'billingAndShippingAddressMatchIndicator',
  'clientBrowserInfo',
  'orderBundle',
])

interface Report {
  readonly success?: boolean
  readonly errorCode?: string
  readonly errorMessage?: string
  /** The names of getOrderStatus.do. */
  readonly ErrorCode?: string
  readonly ErrorMessage?: string
  readonly error?: { readonly code: string; readonly message: string; readonly description: string }
}

/** Sends fields as they are, without a typed client's checks. */
export async function ask(fixture: Fixture, operation: Operation, fields: object): Promise<Report> {
  const answer = await fixture.fetch(requestOf(fixture, operation, fields as Readonly<Record<string, unknown>>))
  expect(answer.status).toBe(200)
  const text = await answer.text()
  // A page is a success: it leads the browser on.
  return (operation.answers === 'page' && text.startsWith('<') ? {} : JSON.parse(text)) as Report
}

function requestOf(
  { base }: Fixture,
  { path, encoding, method }: Operation,
  fields: Readonly<Record<string, unknown>>,
): Request {
  if (method === 'GET') return new Request(`${base}${path}?${toForm(fields).toString()}`, { redirect: 'manual' })
  const [type, body] =
    encoding === 'json'
      ? ['application/json', JSON.stringify(fields)]
      : ['application/x-www-form-urlencoded', toForm(fields).toString()]
  return new Request(base + path, { method, body, headers: { 'content-type': type } })
}

export const codeOf = ({ ErrorCode, errorCode = ErrorCode, error }: Report): string | undefined =>
  error?.code ?? errorCode
/** The developer's sentence. */
export const messageOf = ({ ErrorMessage, errorMessage = ErrorMessage, error }: Report): string | undefined =>
  error?.description ?? errorMessage

interface Prepared extends RightRequest {
  readonly before: unknown
}

const prepared = new WeakMap<Fixture, Map<Name, Promise<Prepared>>>()

/** One valid request is shared by all its wrong variants: while they are refused, nothing of it is used up. */
function preparedFor(fixture: Fixture, name: Name): Promise<Prepared> {
  const known = prepared.get(fixture) ?? new Map<Name, Promise<Prepared>>()
  prepared.set(fixture, known)
  const one = known.get(name) ?? rightRequests[name](fixture).then(async (it) => ({ ...it, before: await it.trace() }))
  known.set(name, one)
  return one
}

/** An operation by its path, as rules name it. */
export const label = (name: Name): string => gatewayApi[name].path.replace(/^\/payment\/(?:rest\/)?/, '')

function sectionOf(name: Name, [field]: WrongField['path']): string {
  if (ofCaller.has(field)) return '5'
  return shared.has(field) ? '2.4' : home(name)
}

function home(name: Name): string {
  const section = gatewayApi[name].source.split(/[,;]/)[0]!
  return section === 'family' ? 'family:' : section
}

/** The answer must name the field; for a list it may name the entry. */
const naming = (path: WrongField['path']): RegExp =>
  new RegExp(`^Field ${path.join('.').replace('$', '\\$')}(?:\\.\\d+)? .*[^ ]`)

/** Blocks that must be there so that a single field of them can be wrong. */
const lists: Readonly<Record<string, object>> = {
  orderBundle: { orderBundle: basket },
  refundItems: { refundItems: basket.cartItems },
}

const refuses = (name: Name, { path, how, value }: WrongField): Rule => [
  `${sectionOf(name, path)} ${label(name)} refuses ${path.join('.')} that is ${how}`,
  async (fixture) => {
    const { fields, trace, before } = await preparedFor(fixture, name)
    const start = { ...fields, ...lists[String(path[0])] }
    const result = await ask(fixture, gatewayApi[name], withValue(start, path, value))
    if (!ofCaller.has(path[0])) expect(messageOf(result)).toMatch(naming(path))
    else expect(messageOf(result)).toMatch(/^(?:Access denied|Field \w+ )/)
    expect(messageOf(result)!.length).toBeLessThanOrEqual(512)
    expect(result.error?.description ?? 'none').toMatch(/^.{1,598}$/s)
    expect(result.error?.message ?? 'None.').toMatch(/^(?!.*Field)[A-Z].{1,510}\.$/)
    expect(codeOf(result)).toMatch(/^[1-9]\d?$/)
    expect(result.success ?? false).toBe(false)
    expect(await trace()).toEqual(before)
  },
]

const takes = (name: Name): Rule => [
  `${home(name)} ${label(name)} is done once every field is right, and ignores one that it does not know`,
  async (fixture) => {
    const { fields } = await preparedFor(fixture, name)
    const result = await ask(fixture, gatewayApi[name], { ...fields, nonsense: 'yes' })
    expect(result.success ?? true).toBe(true)
    expect(codeOf(result) ?? '0').toBe('0')
  },
]

/** Fields that the contract leaves open, as the specification does, and that the sandbox needs. */
const needed: Readonly<Partial<Record<Name, readonly string[]>>> = {
  register: ['orderBundle.cartItems.items.0.quantity.value', 'orderBundle.cartItems.items.0.quantity.measure'],
  refund: ['refundItems.items.0.quantity.value'],
  getBindings: ['clientId'],
  paymentOrderBinding: ['mdOrder'],
  recurrentPayment: ['userName', 'password', 'orderNumber', 'bindingId', 'amount'],
  walletADirect: ['username', 'password', 'orderNumber'],
  walletBDirect: ['orderNumber'],
}

/** Values that the contract leaves open, and that the sandbox does not take. */
const untaken: readonly (readonly [name: Name, field: string, value: string])[] = [
  ['walletADirect', 'threeDSProtocolVersion', '3.0.0'],
  ['walletAPayment', 'phone', 'none'],
  ['walletADirect', 'phone', '123456'],
  ['walletBPayment', 'phone', '1234567890123456'],
  ['walletBDirect', 'phone', '+'],
]

const pathOf = (path: string): WrongField['path'] =>
  path.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name))

function wrongOf(name: Name): WrongField[] {
  const { request, encoding, method } = gatewayApi[name]
  const wrong = wrongFields(request, encoding)
  // The schema has these as optional, since a token can replace them; without a token the gateway needs them.
  const login = encoding === 'form' && method === 'POST' ? ['userName', 'password'] : []
  return [
    ...wrong,
    ...[...login, ...(needed[name] ?? [])].map((path) => ({ path: pathOf(path), how: 'missing', value: undefined })),
    ...untaken
      .filter(([operation]) => operation === name)
      .map(([, field, value]) => ({ path: [field], how: 'a value that the sandbox does not take', value })),
  ]
}

/** Each operation by its right request. */
export const doneCases: readonly Rule[] = names.map(takes)

/** Rules of single fields, an operation and a field each, generated from the contract's tables. */
export const fieldCases: readonly Rule[] = [
  ...names.flatMap((name) => wrongOf(name).map((one) => refuses(name, one))),
  ...doneCases,
]

/** The errorCode of a missing field (family), by operation and field. */
const missing: readonly (readonly [name: Name, field: string, errorCode: string])[] = [
  ['register', 'orderNumber', '4'],
  ['register', 'amount', '4'],
  ['register', 'returnUrl', '4'],
  ['registerPreAuth', 'amount', '4'],
  ['motoPayment', 'amount', '4'],
  ['motoPayment', 'cardholder', '4'],
  ['paymentorder', 'MDORDER', '4'],
  ['getOrderStatusExtended', 'orderId', '1'],
  ['decline', 'orderId', '5'],
  ['getOrderStatus', 'orderId', '5'],
  ['acknowledge', 'mdOrder', '5'],
  ['getReceiptStatus', 'orderId', '1'],
  ['instantPayment', 'returnUrl', '4'],
  ['instantPayment', 'pan', '4'],
  ['extendBinding', 'newExpiry', '4'],
  ['getLastOrdersForMerchants', 'from', '4'],
  ['acsRedirect', 'orderId', '4'],
  ['deposit', 'orderId', '5'],
  ['deposit', 'amount', '5'],
  ['reverse', 'orderId', '5'],
  ['refund', 'orderId', '5'],
  ['refund', 'amount', '5'],
  ['getBindings', 'clientId', '1'],
  ['paymentOrderBinding', 'bindingId', '5'],
  ['recurrentPayment', 'orderNumber', '10'],
  ['recurrentPayment', 'bindingId', '10'],
  ['walletAPayment', 'merchant', '10'],
  ['walletAPayment', 'paymentToken', '10'],
  ['walletADirect', 'username', '10'],
  ['walletBPayment', 'ip', '10'],
  ['walletBDirect', 'returnUrl', '10'],
]

/** The errorCode of a wrong field (family), by operation and field. */
const wrong: readonly (readonly [name: Name, field: string, value: unknown, errorCode: string])[] = [
  ['register', 'orderNumber', '1'.repeat(37), '1'],
  ['register', 'amount', 'ten', '5'],
  ['register', 'amount', '12.5', '5'],
  ['register', 'amount', '1e3', '5'],
  ['register', 'currency', '999', '3'],
  ['register', 'language', 'english', '5'],
  ['paymentorder', 'language', 'french', '5'],
  ['recurrentPayment', 'language', 'french', '5'],
  ['walletADirect', 'language', 'french', '5'],
  ['acsRedirect', 'orderId', '1'.repeat(37), '5'],
  ['register', 'jsonParams', '[1]', '5'],
  ['register', 'jsonParams', '{bad', '5'],
  ['register', 'features', 'NONSENSE', '14'],
  ['instantPayment', 'orderNumber', '1'.repeat(37), '1'],
  ['instantPayment', 'currency', '999', '3'],
  ['extendBinding', 'newExpiry', '202001', '5'],
  ['getLastOrdersForMerchants', 'to', '20300231120000', '5'],
  ['getLastOrdersForMerchants', 'to', '20200101120000', '5'],
  ['getLastOrdersForMerchants', 'size', 201, '5'],
  ['getLastOrdersForMerchants', 'transactionStates', 'PAID', '5'],
  ['deposit', 'amount', -1, '5'],
  ['deposit', 'amount', 1235, '5'],
  ['refund', 'amount', 1235, '7'],
  ['walletAPayment', 'tii', 'U', '10'],
]

/** Rules of the errorCodes of fields. */
export const fieldRules: readonly Rule[] = [
  ...missing.map(([name, field, errorCode]): Rule => [
    `family: ${label(name)} without ${field} answers ${errorCode}`,
    async (fixture) => {
      const { fields } = await rightRequests[name](fixture)
      const result = await ask(fixture, gatewayApi[name], { ...fields, [field]: undefined })
      expect(codeOf(result)).toBe(errorCode)
    },
  ]),
  ...wrong.map(([name, field, value, errorCode]): Rule => [
    `family: ${label(name)} with the ${field} ${String(value).slice(0, 8)} answers ${errorCode}`,
    async (fixture) => {
      const { fields } = await rightRequests[name](fixture)
      const result = await ask(fixture, gatewayApi[name], { ...fields, [field]: value })
      expect([codeOf(result), messageOf(result)]).toEqual([errorCode, expect.stringMatching(`^Field ${field} `)])
    },
  ]),
]
