import { createHmac, randomUUID } from 'node:crypto'

/** Constants that the processes of a measurement share. */
export const facts = {
  secret: 'a-ticket-secret-of-more-than-32-bytes',
  host: 'pay-shop.example',
  amount: 4990,
  currency: '978',
} as const

/** The host and the ticket secret of one of many merchants, or those of the only one. */
export const factsOf = (merchant?: number): { readonly host: string; readonly secret: string } =>
  merchant === undefined ? facts : { host: `m${merchant}.${facts.host}`, secret: `${facts.secret}-${merchant}` }

/** The gateway's identifier of an order. */
export const orderIdOf = (orderNumber: string): string => `id-of-${orderNumber}`

/** Kinds of request: to the proxy (`outcome`, `prepare`, `pay`), the bare relay, or the gateway itself. */
export type Kind = 'outcome' | 'prepare' | 'pay' | 'relayed' | 'direct'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' })

function ticketFor(orderNumber: string, now: number, secret: string): string {
  const { amount, currency } = facts
  const iat = Math.floor(now / 1000)
  const returnUrl = `https://shop.example/orders/${orderNumber}`
  const unsigned = `${HEADER}.${encoded({ orderNumber, amount, currency, returnUrl, iat, exp: iat + 1200 })}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}

const browser = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  language: 'en',
  colorDepth: '24',
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: '-180',
  javaEnabled: false,
}

/** As long as an RSA-2048 seal in Base64. */
const SEAL = `${'c2VhbGVk'.repeat(42)}c2VhbGU=`

/** So many addresses of shoppers, in turn. */
const SHOPPERS = 60_000
let shopper = 0

function address(): string {
  shopper = (shopper + 1) % SHOPPERS
  return `198.18.${shopper >> 8}.${shopper & 255}`
}

type Facts = ReturnType<typeof factsOf>

const framed = (orderNumber: string, now: number, { host, secret }: Facts): string[] => [
  `host: ${host}`,
  `x-forwarded-for: ${address()}`,
  'sec-fetch-site: same-origin',
  'accept: application/json',
  `authorization: Bearer ${ticketFor(orderNumber, now, secret)}`,
]

const post = (path: string, headers: readonly string[], type: string, body: string): Buffer =>
  Buffer.from(
    [`POST ${path} HTTP/1.1`, ...headers, `content-type: ${type}`, `content-length: ${body.length}`, '', body].join(
      '\r\n',
    ),
  )

const get = (path: string, headers: readonly string[]): Buffer =>
  Buffer.from([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))

const requests: { readonly [K in Kind]: (orderNumber: string, now: number, of: Facts) => Buffer } = {
  outcome: (order, now, of) => get('/api/outcome', framed(order, now, of)),
  prepare: (order, now, of) =>
    post('/api/prepare', [...framed(order, now, of), `origin: https://${of.host}`], 'application/json', '{}'),
  pay: (order, now, of) =>
    post(
      '/api/pay',
      [...framed(order, now, of), `origin: https://${of.host}`],
      'application/json',
      JSON.stringify({
        requestId: randomUUID(),
        orderId: orderIdOf(order),
        seToken: SEAL,
        cardholder: 'JANE DOE',
        browser,
      }),
    ),
  relayed: (order) => get(`/outcome?order=${order}`, [`host: ${facts.host}`]),
  direct: (order) =>
    post(
      '/payment/rest/getOrderStatusExtended.do',
      [`host: ${facts.host}`],
      'application/x-www-form-urlencoded',
      `language=en&orderNumber=${order}&userName=shop-api&password=a-password`,
    ),
}

/** The bytes of a request about an order. */
export const requestFor = (kind: Kind, orderNumber: string, now: number, merchant?: number): Buffer =>
  requests[kind](orderNumber, now, factsOf(merchant))
