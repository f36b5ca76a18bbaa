import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { sumIn, type Received } from './stub-gateway.ts'

/**
 * The fields that each of the gateway's operations may receive, by the route of the request. Written by hand from the
 * specification's tables and not derived from the code: a field that is missing here must not leave the proxy.
 */
type Names = readonly string[]

const login: Names = ['userName', 'password', 'language']
const blocks: Names = [
  'billingPayerData',
  'shippingPayerData',
  'preOrderPayerData',
  'orderPayerData',
  'billingAndShippingAddressMatchIndicator',
]
const threeDs: Names = [
  'threeDSVer2FinishUrl',
  'threeDSMethodNotificationUrl',
  'threeDSServerTransId',
  'clientBrowserInfo',
]
const order: Names = ['orderNumber', 'description', 'clientId', 'email', 'ip', 'dynamicCallbackUrl']
const register: Names = [
  ...login,
  ...blocks,
  'orderNumber',
  'amount',
  'currency',
  'returnUrl',
  'failUrl',
  'dynamicCallbackUrl',
  'description',
  'clientId',
  'cardholderName',
  'jsonParams',
  'sessionTimeoutSecs',
  'expirationDate',
  'features',
  'orderBundle',
  'email',
  'ip',
]
const card: Names = [...login, ...threeDs, 'threeDSServerTransID', 'threeDSProtocolVersion', 'seToken', 'ip', 'email']
const late: Names = ['preAuth', 'autocompletionDate', 'autoReverseDate']
const wallet: Names = ['paymentToken', 'phone', 'additionalParameters', 'tii', 'merchant', ...late]
const placed: Names = ['amount', 'currencyCode', 'returnUrl', 'failUrl', ...threeDs]

/** Operations that both routes may cause. */
const common: Readonly<Record<string, Names>> = {
  'rest/getOrderStatusExtended.do': [...login, 'orderNumber'],
  'rest/decline.do': [...login, 'orderId'],
  'rest/getBindings.do': [...login, 'clientId'],
  'rest/unBindCard.do': [...login, 'bindingId'],
  'rest/register.do': register,
  'applepay/payment.do': [...order.slice(0, 4), ...login, ...blocks, ...wallet],
  'google/payment.do': [...order, ...login, ...blocks, ...wallet, ...placed],
  'se/keys.do': [],
}

const byRoute: Readonly<Record<'browser' | 'merchant', Readonly<Record<string, Names>>>> = {
  browser: {
    ...common,
    'rest/registerPreAuth.do': register,
    'rest/paymentorder.do': [...card, ...blocks, 'MDORDER', 'TEXT', 'tii', 'bindingNotNeeded', 'jsonParams'],
    'rest/paymentOrderBinding.do': [...card, 'mdOrder', 'bindingId', 'tii'],
    'rest/motoPayment.do': [...register, 'preAuth', 'seToken', 'cardholder'],
  },
  merchant: {
    ...common,
    'rest/getOrderStatusExtended.do': [...login, 'orderNumber', 'merchantLogin'],
    'rest/decline.do': [...login, 'orderId', 'merchantLogin'],
    'rest/getBindings.do': [...login, 'clientId', 'merchantLogin'],
    'rest/register.do': [...register, 'postAddress', 'feeInput', 'merchantLogin'],
    'rest/getLastOrdersForMerchants.do': [
      ...login,
      'from',
      'to',
      'page',
      'size',
      'transactionStates',
      'merchants',
      'searchByCreatedDate',
    ],
    'rest/getReceiptStatus.do': [...login, 'orderId'],
    'rest/extendBinding.do': [...login, 'bindingId', 'newExpiry'],
    'rest/deposit.do': [...login, 'orderId', 'amount'],
    'rest/reverse.do': [...login, 'orderId'],
    'rest/refund.do': [...login, 'orderId', 'amount', 'expectedDepositedAmount', 'externalRefundId'],
    'rest/paymentOrderBinding.do': [...login, 'mdOrder', 'bindingId', 'tii'],
    'rest/motoPayment.do': [
      ...register,
      ...late,
      'seToken',
      'cardholder',
      'bindingId',
      'expiry',
      'postAddress',
      'merchantLogin',
    ],
    'recurrentPayment.do': [
      ...login,
      'orderNumber',
      'bindingId',
      'amount',
      'currency',
      'description',
      'additionalParameters',
    ],
  },
}

/** The fields inside those that are encoded as JSON text. */
const inside: Readonly<Record<string, Names>> = {
  clientBrowserInfo: [
    'userAgent',
    'browserAcceptHeader',
    'browserIpAddress',
    'browserLanguage',
    'browserTimeZoneOffset',
    'browserTimeZone',
    'colorDepth',
    'screenHeight',
    'screenWidth',
    'javaEnabled',
    'javascriptEnabled',
    'OS',
    'OSVersion',
    'device',
    'deviceType',
    'isMobile',
    'plugins',
    'screenPrint',
  ],
  billingPayerData: [
    'billingCity',
    'billingCountry',
    'billingAddressLine1',
    'billingAddressLine2',
    'billingAddressLine3',
    'billingPostalCode',
    'billingState',
  ],
  orderPayerData: ['homePhone', 'workPhone', 'mobilePhone'],
}

/** The merchant's own server may write anything into these. */
const merchantsOwn: ReadonlySet<string> = new Set(['jsonParams', 'additionalParameters', 'features'])

/** The fault of a request that reached the gateway, or `undefined`; `good` is the ticket of the request. */
export function problemIn(received: Received, good: OrderClaims | undefined): string | undefined {
  const route = good ? 'browser' : 'merchant'
  const names = byRoute[route][received.what]
  if (!names) return `${received.what} was asked through the routes of the ${route}`
  if (received.problem) return `${received.what} ${received.problem}`
  for (const [name, value] of received.fields) {
    if (!names.includes(name)) return `${received.what} was sent ${name}`
    const unknown = unknownInside(name, value)
    if (unknown !== undefined) return `${received.what} was sent ${name}.${unknown}`
  }
  return good ? problemInTerms(received, good) : undefined
}

function unknownInside(name: string, value: unknown): string | undefined {
  const known = inside[name]
  if (!known) return undefined
  const object = (typeof value === 'string' ? JSON.parse(value) : value) as object
  return Object.keys(object).find((key) => !known.includes(key))
}

/** Fields that the browser must not set: amount, currency, number, login, initiator, the merchant's own parameters. */
function problemInTerms({ what, fields }: Received, good: OrderClaims): string | undefined {
  const number = fields.get('orderNumber')
  const isOwn = number === undefined || new RegExp(`^${good.orderNumber}(?:-\\d+)?$`).test(String(number))
  const rules: readonly (readonly [name: string, isKept: (value: unknown) => boolean])[] = [
    ['amount', (amount) => Number(amount) === good.amount && sumIn(good.orderNumber) === good.amount],
    ['currency', (currency) => currency === good.currency],
    ['currencyCode', (currency) => currency === good.currency],
    ['orderNumber', () => isOwn],
    ['MDORDER', (id) => String(id).startsWith(`id-${good.orderNumber}`)],
    ['mdOrder', (id) => String(id).startsWith(`id-${good.orderNumber}`)],
    ['orderId', (id) => String(id).startsWith(`id-${good.orderNumber}`)],
    ['userName', (name) => name === 'shop-api'],
    ['password', (password) => password === 'canary-password'],
    ['tii', (tii) => ['CI', 'RI', 'F'].includes(String(tii))],
    ['clientId', (id) => id === good.clientId || String(id) === `guest of ${good.orderNumber}`],
    ['returnUrl', (url) => url === good.returnUrl],
    ['failUrl', (url) => url === good.failUrl],
    ['ip', (ip) => ip === '127.0.0.1'],
    ...[...merchantsOwn].map((name) => [name, (value: unknown) => isTickets(value, good)] as const),
  ]
  const broken = rules.find(([name, isKept]) => fields.has(name) && !isKept(fields.get(name)))
  return broken && `${what} was sent ${broken[0]} = ${String(fields.get(broken[0])).slice(0, 60)}`
}

const own: ReadonlySet<string> = new Set(['merchantNote', 'recurringFrequency', 'recurringExpiry', 'tenderTerms'])

/** Whether the value has only the ticket's parameters and features, or is the one feature by which a card is stored. */
function isTickets(value: unknown, { features = [] }: OrderClaims): boolean {
  if (value === 'FORCE_CREATE_BINDING') return true
  if (typeof value === 'string' && !value.startsWith('{')) return features.includes(value)
  const object = typeof value === 'string' ? (JSON.parse(value) as object) : (value as object)
  return Object.keys(object).every((name) => own.has(name))
}
