import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { buildJournal } from '#ports/journal.ts'
import type { Queues } from '#proxy/webhooks/job-queue.ts'
import { Secret } from '#proxy/config/secret.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { fakeClock } from '../../../support/clock.ts'
import { fakeGateway } from '../../../support/fake-gateway.ts'
import { onRequest } from '../../../support/on-request.ts'
import { configOf, frameRequest, gatewayUrl, openProxy, order, proxyUrl, secret } from '../support/test-proxy.ts'

export const hook = 'https://shop.example/webhooks'
export const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'
export const webhookSecret = `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`

/** A webhook that the merchant's server has received, its signature verified by the library. */
export interface Came {
  readonly id: string
  readonly request: Request
  readonly type: string
  readonly timestamp: string
  readonly data: Order
}

/** The merchant server's reaction to a webhook: a status, a broken connection, no answer, or 200 with this body. */
export type Behaviour = number | 'gone' | 'silent' | (() => ReadableStream<Uint8Array>)

export interface StandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly behaviours?: readonly Behaviour[]
  readonly queues?: Queues
  /** A callback secret that the configuration refuses, since it is published. */
  readonly callbackSecret?: string
}

/** A proxy with callbacks and webhooks, the gateway behind it, and the merchant's server. */
export async function openStand({ env, behaviours = [], queues, callbackSecret }: StandOptions = {}) {
  const clock = fakeClock()
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
  const gateway = await fakeGateway(clock, gatewayUrl)
  const journal = buildJournal(clock)
  const came: Came[] = []
  const attempts: Request[] = []
  const log: string[] = []
  const merchant = onRequest(async (request) => {
    const body = await request.clone().text()
    const behaviour = behaviours[attempts.push(request) - 1] ?? 204
    if (behaviour === 'gone') throw Object.assign(new TypeError('failed'), { cause: { code: 'ECONNREFUSED' } })
    if (behaviour === 'silent') return new Promise(() => {})
    vi.setSystemTime(clock.now())
    const read = new Webhook(webhookSecret).verify(body, Object.fromEntries(request.headers)) as Omit<Came, 'id'>
    const status = typeof behaviour === 'number' ? behaviour : 200
    if (status < 300) came.push({ ...read, id: request.headers.get('webhook-id')!, request })
    return new Response(typeof behaviour === 'number' ? null : behaviour(), { status })
  })
  const config = configOf({
    TENDER_WEBHOOK_URL: hook,
    TENDER_WEBHOOK_SECRET: webhookSecret,
    TENDER_API_KEYS: apiKey,
    ...env,
  })
  const callbacks = callbackSecret === undefined ? config.webhook!.callbacks : { secret: new Secret(callbackSecret) }
  const open = () =>
    openProxy(
      { ...config, webhook: { ...config.webhook!, callbacks } },
      { clock, fetch: gateway.fetch, webhookFetch: merchant, ...(queues && { queues }), journal, log },
    )
  const stand = { app: await open() }
  const send = async (request: InjectOptions): Promise<Answer> =>
    clock.drive(stand.app.inject({ ...request, headers: { host: 'pay.shop.example', ...request.headers } }))
  const ticket = (orderNumber = order.orderNumber, claims: Partial<OrderClaims> = {}) =>
    signOrder({ ...order, orderNumber, ...claims }, secret, { clock })
  const browser = async (
    name: string,
    payload?: object,
    orderNumber?: string,
    claims?: Partial<OrderClaims>,
  ): Promise<Answer> => send(frameRequest(await ticket(orderNumber, claims), name, payload))
  const reads = () => gateway.calls.filter(({ what }) => what === 'getOrderStatusExtended.do')
  return Object.assign(stand, {
    clock,
    gateway,
    journal,
    came,
    attempts,
    log,
    send,
    browser,
    reads,
    ticket,
    types: () => came.map(({ type }) => type),
    /** The path of the callback address in the order's registration. */
    path: (number = order.orderNumber) =>
      gateway.orders.get(number)!.registration.dynamicCallbackUrl!.slice(proxyUrl.length),
    merchantAsks: (path: string, payload: object) =>
      send({
        method: 'POST',
        url: `/merchant/${path}`,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    /** Registers the order, as a shopper's first keystroke does. */
    async prepared(orderNumber?: string) {
      await browser('prepare', {}, orderNumber)
      return gateway.orders.get(orderNumber ?? order.orderNumber)!
    },
    /** Starts a new process with an empty memory. */
    restart: async () => void (stand.app = await open()),
  })
}

export type Stand = Awaited<ReturnType<typeof openStand>>

/** Waits until everything has happened that needs no time. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise(setImmediate)
}

/** The gateway calls back. */
export const call = (stand: Stand, path = stand.path(), query = '?mdOrder=x&operation=deposited&status=1') =>
  stand.send({ method: 'GET', url: `${path}${query}` })
