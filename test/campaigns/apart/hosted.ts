import type { Logger } from 'pino'
import inject, { type InjectOptions, type Response as Answer } from 'light-my-request'
import { readMerchant } from '#proxy/merchants/merchant-file.ts'
import { merchantSet } from '#proxy/merchants/merchant-set.ts'
import { routeByHost } from '#proxy/merchants/route-by-host.ts'
import { logOnly } from '#proxy/http/log.ts'
import { memoryStores } from '#proxy/merchants/memory-stores.ts'
import { merchantQueues } from '#proxy/merchants/merchant-queues.ts'
import { buildMetricsOfMerchants } from '#proxy/metrics/metrics.ts'
import { memoryQueues } from '#proxy/webhooks/job-queue.ts'
import { fakeClock, type FakeClock } from '../../support/clock.ts'
import { fakeGateway } from '../../support/fake-gateway.ts'
import { onRequest } from '../../support/on-request.ts'
import { openProxy, unlimited } from '../../unit/proxy/support/test-proxy.ts'

type FakeGateway = Awaited<ReturnType<typeof fakeGateway>>

/** A merchant of the process. Whatever is its own contains its mark, and the orders of all have the same numbers. */
export interface Hosted {
  readonly mark: string
  readonly host: string
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly gateway: FakeGateway
}

export interface HostedSet {
  readonly clock: FakeClock
  readonly merchants: readonly Hosted[]
  /** How many requests were sent under each host. */
  readonly asked: ReadonlyMap<string, number>
  /** The metrics of all. */
  metrics(): Promise<string>
  /** Sends a request to the process under a host. */
  send(host: string, request: InjectOptions): Promise<Answer>
}

const envOf = (mark: string): Readonly<Record<string, string>> => ({
  ...unlimited,
  TENDER_PUBLIC_URL: `https://${mark}.pay.example`,
  TENDER_SHOP_ORIGINS: `https://${mark}.example`,
  TENDER_SHOP_NAME: `Shop ${mark}`,
  TENDER_GATEWAY_URL: `https://gateway-${mark}.example`,
  TENDER_GATEWAY_USERNAME: `login-${mark}`,
  TENDER_GATEWAY_PASSWORD: `password-${mark}`,
  TENDER_TICKET_SECRET: `ticket-secret-of-thirty-two-bytes-${mark}`,
  TENDER_SIGNING_SECRET: `signing-secret-of-thirty-two-bytes-${mark}`,
  TENDER_API_KEYS: `api-key-of-thirty-two-bytes-and-more-${mark}`,
  TENDER_CALLBACK_SECRET: `callback-secret-of-bytes-${mark}`,
  TENDER_WEBHOOK_URL: `https://${mark}.example/webhook`,
  TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from(`webhook-secret-of-bytes-${mark}`).toString('base64')}`,
  TENDER_ACS_REDIRECT: 'post',
})

/** The fake with the operations that lists and stored cards need. */
const withMore = ({ fetch, orders, bindings }: FakeGateway) =>
  onRequest(async (request) => {
    if (request.url.endsWith('/extendBinding.do')) {
      const card = new URLSearchParams(await request.text()).get('bindingId')
      const isKnown = [...bindings.values()].flat().some(({ bindingId }) => bindingId === card)
      return new Response(JSON.stringify({ errorCode: isKnown ? '0' : '2' }))
    }
    if (!request.url.endsWith('/getLastOrdersForMerchants.do')) return fetch(request)
    const orderStatuses = [...orders.values()].map(({ number, id, amount, date, status, registration }) => ({
      errorCode: '0',
      orderNumber: number,
      orderStatus: status,
      actionCode: 0,
      amount,
      currency: '978',
      date,
      orderDescription: registration.description,
      attributes: [{ name: 'mdOrder', value: id }],
    }))
    return new Response(JSON.stringify({ errorCode: '0', orderStatuses, totalCount: orderStatuses.length }))
  })

const quiet = (): void => {}
const logger = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  isLevelEnabled: () => false,
} as unknown as Logger

/** Opens a process that serves so many merchants, as `tender proxy --merchants` composes it, without its sockets. */
export async function openHosted(count: number): Promise<HostedSet> {
  const clock = fakeClock()
  const merchants = await Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Hosted> => {
      const mark = `canary${at}x`
      const env = envOf(mark)
      const url = env['TENDER_PUBLIC_URL']!
      return { mark, url, host: new URL(url).host, env, gateway: await fakeGateway(clock, env['TENDER_GATEWAY_URL']!) }
    }),
  )
  const byName = new Map(merchants.map((one) => [one.mark, one]))
  const log = logOnly(logger)
  const [stores, metrics] = [memoryStores(clock), buildMetricsOfMerchants()]
  const open = (host: string): Promise<void> => set.open(host)
  const queues = merchantQueues({ clock, log, logOf: () => log, queues: memoryQueues, open })
  const set = merchantSet({
    clock,
    logOf: () => log,
    mayClose: false,
    removed: async () => {},
    async open({ name, host, config }) {
      const { gateway } = byName.get(name)!
      const app = await openProxy(config, {
        clock,
        fetch: withMore(gateway),
        webhookFetch: async () => new Response('OK'),
        logger,
        ...stores.storeFor(config.publicUrl),
        queues: queues.of(host),
        metrics: metrics.of(name),
      })
      await app.ready()
      return { app, close: () => app.close() }
    },
  })
  const text = (env: Hosted['env']): string =>
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')
  const errors = await set.apply(merchants.map(({ mark, env }) => readMerchant(mark, text(env), {})))
  if (errors.length) throw new Error(errors.join('\n'))
  const asked = new Map<string, number>()
  const listener = routeByHost(set.find, { soon: setImmediate, now: clock.steady!, utilization: () => 0 })
  return {
    clock,
    merchants,
    asked,
    metrics: metrics.text,
    send(host, request) {
      asked.set(host, (asked.get(host) ?? 0) + 1)
      return clock.drive(inject(listener, { ...request, headers: { ...request.headers, host } }))
    },
  }
}
