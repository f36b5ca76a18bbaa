import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import { pino } from 'pino'
import type { Outcome } from '#contract/checkout.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import { buildJournal, silent } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { readConfig, type ProxyConfig } from '#proxy/config/config.ts'
import type { Documents } from '#proxy/static-files/documents.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { cardForm } from '../../../support/card-form.ts'
import { fakeClock } from '../../../support/clock.ts'
import { fakeGateway } from '../../../support/fake-gateway.ts'

export const secret = 'a-ticket-secret-of-more-than-32-bytes'
export const proxyUrl = 'https://pay.shop.example'
export const gatewayUrl = 'https://gateway.example'

export const environment = {
  TENDER_PUBLIC_URL: proxyUrl,
  TENDER_SHOP_ORIGINS: 'https://shop.example, https://other.example',
  TENDER_GATEWAY_URL: gatewayUrl,
  TENDER_GATEWAY_USERNAME: 'shop-api',
  TENDER_GATEWAY_PASSWORD: 'canary-password',
  TENDER_TICKET_SECRET: secret,
  TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
}

/** Most tests are not about these limits, and pay often and quickly. */
export const unlimited = {
  TENDER_LIMIT_CARDS: 'none',
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
}

export function configOf(env: Readonly<Record<string, string>> = {}): ProxyConfig {
  const { config, errors } = readConfig({ ...environment, ...unlimited, ...env })
  if (errors) throw new Error(errors.join(' '))
  return config
}

const scriptOf = (name: string, folder = name) => {
  const bytes = new TextEncoder().encode(`// ${name}`)
  return {
    file: `${folder}/${name}-abc.js`,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    bytes,
  }
}
export const documents: Documents = {
  card: {
    ...scriptOf('card'),
    chunks: [scriptOf('later', 'card')],
    form: cardForm,
  },
  challenge: scriptOf('challenge'),
}

export const order: OrderClaims = {
  orderNumber: 'A-17',
  amount: 4990,
  currency: '978',
  returnUrl: 'https://shop.example/orders/A-17',
}

export const browser = Object.freeze({
  userAgent: 'Test/1.0',
  language: 'en',
  colorDepth: '24',
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: '-180',
  javaEnabled: false,
})

export const cardFor = (orderId: string) => ({
  requestId: randomUUID(),
  orderId,
  seToken: 'Q0FOQVJZU0VUT0tFTg==',
  cardholder: 'JANE DOE',
  browser,
})

const payments: ReadonlySet<string> = new Set(
  Object.values(checkoutApi)
    .filter(({ request }) => 'requestId' in request.shape)
    .map(({ path }) => path),
)

/** Adds a requestId to a request for payment that has none. */
export const named = (path: string, body?: object): object | undefined =>
  body && payments.has(path) ? { requestId: randomUUID(), ...body } : body

/** A refusal's body without its trace id, which differs each time. */
export const withoutTrace = (body: string): string => body.replace(/,"traceId":"[\w-]{36}"/, '')

/** What a test has to say of a proxy; `log` collects its lines, and without it nothing is logged. */
export type ProxyParts = Pick<ProxyOptions, 'clock' | 'fetch'> & Partial<ProxyOptions> & { readonly log?: string[] }

/** Opens a proxy, the one way to do it in a test: what nothing is said of is in memory, and random as ever. */
export const openProxy = (config: ProxyConfig, { log, ...parts }: ProxyParts): Promise<FastifyInstance> =>
  buildProxy(config, {
    random: systemRandom,
    journal: silent,
    logger: log
      ? pino({ base: null, level: config.logLevel }, { write: (line: string) => void log.push(line) })
      : false,
    locks: memoryLocks(parts.clock),
    documents,
    ...parts,
  })

/** A request of the card frame’s script. */
export const frameRequest = (ticket: string, name: string, body?: object): InjectOptions => ({
  method: body ? 'POST' : 'GET',
  url: `/api/${name}`,
  headers: {
    host: 'pay.shop.example',
    'sec-fetch-site': 'same-origin',
    accept: 'application/json',
    authorization: `Bearer ${ticket}`,
    ...(body && { 'content-type': 'application/json', origin: proxyUrl }),
  },
  ...(body && { payload: JSON.stringify(named(`/api/${name}`, body)) }),
})

/** The options of a test proxy. */
export interface TestProxyOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly locks?: LockStore
  readonly options?: Partial<ProxyOptions>
  readonly logLevel?: string
}

/** A proxy, the fake gateway behind it, and a client for the card frame. */
export async function openTestProxy(options: TestProxyOptions = {}) {
  const clock = fakeClock()
  const gateway = await fakeGateway(clock, options.env?.['TENDER_GATEWAY_URL'] ?? gatewayUrl)
  const log: string[] = []
  const journal = buildJournal(clock)
  const env = { ...(options.logLevel && { TENDER_LOG_LEVEL: options.logLevel }), ...options.env }
  const start = (locks = memoryLocks(clock)) =>
    openProxy(configOf(env), { clock, fetch: gateway.fetch, journal, log, locks, ...options.options })
  const proxy = { clock, gateway, log, journal, app: await start(options.locks) }
  const ticketFor = (claims: Partial<OrderClaims> = {}) => signOrder({ ...order, ...claims }, secret, { clock })
  const send = async (request: InjectOptions): Promise<Answer> =>
    clock.drive(proxy.app.inject({ ...request, headers: { host: 'pay.shop.example', ...request.headers } }))
  const requestFor = async (name: string, body?: object, ticket?: string): Promise<InjectOptions> =>
    frameRequest(ticket ?? (await ticketFor()), name, body)
  const ask = async (name: string, body?: object, ticket?: string): Promise<Answer> =>
    send(await requestFor(name, body, ticket))
  return Object.assign(proxy, {
    ticketFor,
    send,
    requestFor,
    ask,
    outcome: async (name: string, body?: object, ticket?: string) => (await ask(name, body, ticket)).json<Outcome>(),
    prepare: async (ticket?: string) => (await ask('prepare', {}, ticket)).json<Outcome>(),
    /** Starts a new process with an empty memory. */
    restart: async (locks?: LockStore) => void (proxy.app = await start(locks)),
  })
}

export type TestProxy = Awaited<ReturnType<typeof openTestProxy>>
