import type { FastifyInstance } from 'fastify'
import type { OpenFetch } from '#gateway-client/undici-fetch.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemEventLoopDelay, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { followsOrders, type ProxyConfig } from '#proxy/config/config.ts'
import { buildLogger } from '#proxy/http/log.ts'
import { processLoad } from '#proxy/http/load-shedding.ts'
import { stop } from '#proxy/http/shutdown.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import type { Metrics } from '#proxy/metrics/metrics.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { loadDocuments } from '#proxy/static-files/documents.ts'
import { openReleases } from '#proxy/static-files/releases.ts'
import { loadScriptTag } from '#proxy/static-files/script-tag.ts'
import { transportTo } from '#proxy/transports.ts'
import { appleFetchOf } from '#proxy/methods/apple-pay/apple-fetch.ts'
import { redisQueues } from '#proxy/redis/redis-queues.ts'
import { asConfigError } from './config-error.ts'
import { metricsOf, openMetricsPort } from './metrics-port.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is given in place of the parts that the variables describe. */
export interface OpenOptions extends Partial<ProxyOptions> {
  /**
   * Folder `dist` of this package. A server that is bundled names it, since the package's modules are elsewhere then;
   * absent, it is found.
   */
  readonly dist?: string
}

/** A proxy with everything that it uses. */
export interface OpenedProxy {
  readonly app: FastifyInstance
  /** What is counted, where metrics are wanted. */
  readonly metrics?: Metrics
  /** The address of the metrics, where this proxy has opened their port. */
  readonly metricsUrl?: string
  /** Stops the proxy as {@link stop} does, and closes what it uses. */
  close(noticed?: () => Promise<void>): Promise<void>
}

/** What is closed at the end, the last one first. */
type Closers = (() => unknown)[]

/** Composes the proxy of a configuration. Parts that are given are neither made nor closed here. */
export async function openProxy(config: ProxyConfig, options: OpenOptions = {}): Promise<OpenedProxy> {
  const closers: Closers = []
  const release = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    return await composed(config, options, closers, release)
  } catch (error) {
    await release()
    throw error
  }
}

async function composed(
  config: ProxyConfig,
  { dist = buildFolder(), ...given }: OpenOptions,
  closers: Closers,
  release: () => Promise<void>,
): Promise<OpenedProxy> {
  const base = await baseOf(config, given, dist)
  const metrics = given.metrics ?? metricsOf(config, dist)
  const app = await buildProxy(config, {
    challenge: 'proof-of-work',
    ...(!base.eventLoopDelay && watchedLoad()),
    journal: silent,
    ...(await releasesOf(config, base, closers)),
    ...(await storeOf(config, base, closers)),
    ...(await queuesOf(config, base)),
    ...fetchesOf(config, base, closers),
    ...(metrics && { metrics }),
    ...base,
  })
  const port = metrics && !given.metrics ? await openMetricsPort(config, metrics.text) : undefined
  if (port) closers.push(port.close)
  let closing: Promise<void> | undefined
  return {
    app,
    ...(metrics && { metrics }),
    ...(port && { metricsUrl: port.url }),
    close: (noticed) => (closing ??= stop(app, noticed).then(release)),
  }
}

type Base = Omit<OpenOptions, 'dist'> & Pick<ProxyOptions, 'clock' | 'random' | 'logger' | 'documents' | 'scriptTag'>

/** What was given, with what the other parts need. */
async function baseOf(config: ProxyConfig, given: Omit<OpenOptions, 'dist'>, dist: string): Promise<Base> {
  const { documents, scriptTag, logger = buildLogger(config.logLevel) } = given
  return {
    clock: systemClock,
    random: systemRandom,
    ...given,
    logger,
    documents: documents ?? (await loadDocuments(dist).catch(asConfigError)),
    scriptTag: scriptTag ?? (await loadScriptTag(dist).catch(asConfigError)),
  }
}

async function releasesOf(config: ProxyConfig, base: Base, closers: Closers): Promise<Partial<ProxyOptions>> {
  if (base.releases) return {}
  const { scriptTag, ...rest } = base
  const releases = await openReleases(config, { ...rest, ...(scriptTag && { scriptTag }) }).catch(asConfigError)
  if (!releases) return {}
  closers.push(releases.close)
  return { releases }
}

/** Locks and counters in Redis, or those of this process. */
async function storeOf(
  { redisUrl, publicUrl }: ProxyConfig,
  { locks, clock, logger }: Base,
  closers: Closers,
): Promise<Pick<ProxyOptions, 'locks' | 'counters' | 'authentications'>> {
  if (locks) return { locks }
  if (!redisUrl) return { locks: memoryLocks(clock) }
  const { close, ...store } = await redisStore(redisUrl.reveal(), publicUrl, { clock, logger }).catch(asConfigError)
  closers.push(close)
  return store
}

/** With Redis, webhooks and orders that are followed outlive the process. */
async function queuesOf(config: ProxyConfig, base: Base): Promise<Partial<ProxyOptions>> {
  const { redisUrl, publicUrl } = config
  if (!followsOrders(config) || !redisUrl || base.queues) return {}
  return { queues: await redisQueues(redisUrl.reveal(), publicUrl).catch(asConfigError) }
}

type Fetches = Pick<ProxyOptions, 'fetch' | 'webhookFetch' | 'appleFetch'>

function fetchesOf(config: ProxyConfig, base: Base, closers: Closers): Fetches {
  const closed = <T extends OpenFetch | undefined>(one: T): T => {
    if (one) closers.push(one.close)
    return one
  }
  const fetch = base.fetch ?? closed(transportTo('gateway', config))
  // A fetch that was given in place of all sends webhooks, too.
  const webhookFetch = base.webhookFetch ?? base.fetch ?? closed(config.webhook && transportTo('shop', config))
  const appleFetch = base.appleFetch ?? closed(appleFetchOf(config))
  return { fetch, ...(webhookFetch && { webhookFetch }), ...(appleFetch && { appleFetch }) }
}

let watch: Required<Pick<ProxyOptions, 'eventLoopDelay' | 'load'>> | undefined

/** One timer and one count for all proxies of the process, whose event loop is one. */
function watchedLoad() {
  if (watch) return watch
  const eventLoopDelay = systemEventLoopDelay()
  return (watch = { eventLoopDelay, load: processLoad({ clock: systemClock, eventLoopDelay }) })
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where the browser build is: beside the built entries, above their chunks, and beside the sources. */
const folders = (): readonly string[] => ['..', '../..', '../../dist'].map(here)

/** The folder of the package's own browser build. */
const buildFolder = (): string => folders().find((folder) => existsSync(`${folder}/frames/manifest.json`)) ?? here('..')
