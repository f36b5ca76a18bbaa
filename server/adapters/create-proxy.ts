import cluster from 'node:cluster'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { readConfig, type Environment, type ProxyConfig } from '#proxy/config/config.ts'
import { buildLogger, logOnly } from '#proxy/http/log.ts'
import type { Metrics } from '#proxy/metrics/metrics.ts'
import { ConfigError } from './config-error.ts'
import { pluginOf } from './fastify-plugin.ts'
import { fetchHandler, hostOf, type FetchHandler } from './fetch-handler.ts'
import { honoMiddleware, type HonoMiddleware } from './hono-middleware.ts'
import { koaMiddleware, type KoaMiddleware } from './koa-middleware.ts'
import { openProxy, type OpenOptions } from './open-proxy.ts'
import { recogniser } from './recogniser.ts'
import { requestListener, type RequestListener } from './request-listener.ts'

/**
 * Parts in place of those that the variables describe, as {@link buildProxy} takes them, such as `logger`, `challenge`,
 * `authenticate`, `metrics` or `traces`. What is given is not closed with the proxy.
 */
export type CreateProxyOptions = OpenOptions

/** A proxy in a server of your own, with a mount for each kind of server. */
export interface Proxy {
  readonly config: ProxyConfig
  /** `createServer(limits, proxy.listener)` in node:http; `app.use(proxy.listener)` in Express and Connect. */
  readonly listener: RequestListener
  /** `app.register(proxy.fastify)`; the proxy closes with the app. */
  readonly fastify: FastifyPluginAsync
  /** `app.use(proxy.koa)` */
  readonly koa: KoaMiddleware
  /** `app.use(proxy.hono)` */
  readonly hono: HonoMiddleware
  /** `Deno.serve(proxy.fetch)`, `Bun.serve({ fetch: proxy.fetch })`; it answers everything. */
  readonly fetch: FetchHandler
  /** Whether a request is the proxy's, for a server that has other addresses, too, and uses {@link fetch}. */
  handles(request: Request): boolean
  /** The proxy's own Fastify app, which may also `listen` by itself. */
  readonly app: FastifyInstance
  /** What is counted, where TENDER_METRICS_PORT is set or `metrics` is given. */
  readonly metrics?: Metrics
  /** The address of the metrics, where TENDER_METRICS_PORT is set. */
  readonly metricsUrl?: string
  /**
   * Finishes what has begun, and closes every connection that the proxy has opened. Until `noticed` resolves it still
   * takes requests, with `/readyz` at 503, for a load balancer. Calling it again changes nothing.
   */
  close(noticed?: () => Promise<void>): Promise<void>
}

/**
 * Creates the proxy that `tender proxy` runs, from the same variables, for a server of your own: with the documents and
 * the script tag of this package, locks in Redis or in this process, webhooks, log and metrics. Rejects with a
 * {@link ConfigError} that names each variable that is wrong, and the rule that it breaks.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createProxy } from 'tender-checkout/server'
 *
 * const proxy = await createProxy(process.env)
 * const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8192 }, proxy.listener)
 * server.listen(8080)
 * process.once('SIGTERM', () => server.close(() => void proxy.close()))
 * ```
 */
export async function createProxy(env: Environment, options: CreateProxyOptions = {}): Promise<Proxy> {
  const read = readConfig(env)
  if (read.errors) throw new ConfigError(read.errors)
  const { config, warnings } = read
  refuseProcesses(config, options)
  const logger = options.logger ?? buildLogger(config.logLevel)
  for (const message of warnings) logOnly(logger).warn({ op: 'start', code: 'setting_doubtful', message })
  const opened = await openProxy(config, { ...options, logger })
  return { ...opened, config, ...(await mountsOf(opened.app, opened.close)) }
}

async function mountsOf(app: FastifyInstance, close: Proxy['close']) {
  const listener = await requestListener(app)
  const isForProxy = recogniser(app)
  return {
    listener,
    fastify: pluginOf(app, () => close()),
    koa: await koaMiddleware(app),
    hono: honoMiddleware(app),
    fetch: fetchHandler(app),
    handles: (request: Request) => isForProxy(hostOf(request), new URL(request.url).pathname),
  }
}

/** Locks of one process protect nothing from another one that serves the same address. */
function refuseProcesses({ redisUrl }: ProxyConfig, { locks }: CreateProxyOptions): void {
  if (cluster.isWorker && !redisUrl && !locks)
    throw new ConfigError([
      'TENDER_REDIS_URL is required in the processes of a cluster: without it an order may be paid twice.',
    ])
}
