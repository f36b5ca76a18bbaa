import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemEventLoopDelay, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { readConfig, type ConfigReading, type ProxyConfig } from '#proxy/config/config.ts'
import { loadDocuments } from '#proxy/static-files/documents.ts'
import { stop } from '#proxy/http/shutdown.ts'
import { buildLogger, logOnly, type Log } from '#proxy/http/log.ts'
import type { MetricsServer } from '#proxy/metrics/serve-metrics.ts'
import { collectMetrics, reportMetrics } from '#proxy/metrics/worker-metrics.ts'
import { queuedFollowUps } from '#proxy/webhooks/queued-follow-ups.ts'
import { queuedOutbox } from '#proxy/webhooks/queued-outbox.ts'
import { redisStore, type RedisStoreOptions } from '#proxy/redis/redis-store.ts'
import { workerStore } from '#proxy/workers/worker-store.ts'
import { loadScriptTag } from '#proxy/static-files/script-tag.ts'
import { openReleases } from '#proxy/static-files/releases.ts'
import { appleFetchOf } from '#proxy/wallets/apple-fetch.ts'
import { asCommandError, CommandError, type Tools } from '../command.ts'
import { keepHeapSmall } from './heap.ts'
import { listenErrorOf } from '../listening.ts'
import { guardProcess, isInspected } from './process-guard.ts'
import { metricsOf, openScrapes, textOfAll } from './scrapes.ts'
import { onShutdown } from '../shutdown.ts'
import { openTraces } from './traces.ts'
import { endWhenReplaced, isWorker, leavePrimary, runWorkers, toPrimary } from './workers.ts'

/** Milliseconds during which a load balancer may still send connections before it notices the shutdown. */
const ON_THE_WAY = 1000

/** Runs the proxy that the variables describe, until a signal ends it. */
export async function runProxy(tools: Tools): Promise<void> {
  try {
    await started(tools)
  } catch (error) {
    if (isWorker(tools.env)) leavePrimary()
    throw error
  }
}

async function started(tools: Tools): Promise<void> {
  const { env } = tools
  keepHeapSmall()
  const { config, warnings } = configIn(env)
  const isOneOfSeveral = isWorker(env)
  const logger = buildLogger(config.logLevel)
  const log = logOnly(logger)
  if (!isOneOfSeveral) for (const message of warnings) log.warn({ op: 'start', code: 'setting_doubtful', message })
  const isPrimary = config.workers > 1 && !isOneOfSeveral
  const port = isPrimary ? await supervise(config, log, tools) : await serve(config, logger, tools)
  if (!isOneOfSeveral) console.error(`The proxy listens on ${config.host}:${port} as ${config.publicUrl}`)
}

/** Serves in workers until a signal; this process serves nothing but the metrics of all. */
async function supervise(config: ProxyConfig, log: Log, tools: Tools): Promise<number> {
  const metrics = metricsOf(config, tools)
  const collector = metrics && collectMetrics(systemClock)
  const scrapes = metrics && (await openScrapes(config, textOfAll(metrics, collector!)))
  const { env } = tools
  const release = async (): Promise<void> => scrapes?.close()
  return runWorkers(config, { env, log, holdsLocks: !config.redisUrl, collector, release }).catch(
    async (error: unknown) => {
      await release()
      throw error
    },
  )
}

/** Serves in this process until a signal; resolves with the port when it listens. */
async function serve(config: ProxyConfig, logger: ReturnType<typeof buildLogger>, tools: Tools): Promise<number> {
  const { env, dist } = tools
  const documents = await loadDocuments(dist).catch(asCommandError)
  const scriptTag = await loadScriptTag(dist).catch(asCommandError)
  const options = { clock: systemClock, random: systemRandom, logger, documents, scriptTag }
  const releases = await openReleases(config, options).catch(asCommandError)
  const queues = await queuesOf(config)
  const store = (await storeOf(config, logger)) ?? storeOfPrimary(env)
  const fetch = undiciFetch({ timeoutMs: config.gateway.timeoutMs })
  const appleFetch = appleFetchOf(config)
  const metrics = metricsOf(config, tools)
  const spans = await openTraces(env)
  const app = await buildProxy(config, {
    ...options,
    fetch,
    journal: silent,
    eventLoopDelay: systemEventLoopDelay(),
    locks: store?.locks ?? memoryLocks(systemClock),
    ...(store && { counters: store.counters }),
    ...(appleFetch && { appleFetch }),
    ...(releases && { releases }),
    ...(metrics && { metrics }),
    ...(spans && { traces: spans.traces }),
    challenge: 'proof-of-work',
    ...queues,
  })
  guardProcess()
  const report = metrics && isWorker(env) ? reportMetrics(toPrimary, metrics, systemClock) : undefined
  let scrapes: MetricsServer | undefined
  const release = async (): Promise<void> => {
    await scrapes?.close()
    await report?.last()
    await spans?.close()
    await fetch.close()
    await appleFetch?.close()
    store?.close()
    releases?.close()
  }
  const listening = async (): Promise<void> => {
    if (metrics && !report) scrapes = await openScrapes(config, metrics.text)
    await listen(app, config)
  }
  await listening().catch(async (error: unknown) => {
    await app.close()
    await release()
    throw error
  })
  const end = async (): Promise<void> => {
    await stop(app, () => systemClock.sleep(ON_THE_WAY))
    await release()
    if (isWorker(env)) leavePrimary()
  }
  // Before the print, since a process that reads the line may send the signal at once.
  onShutdown(end, { env, clock: systemClock, host: process })
  if (isWorker(env)) endWhenReplaced(app.server)
  return portOf(app)
}

/** In a worker, the locks and counters of its primary. */
const storeOfPrimary = (env: NodeJS.ProcessEnv) =>
  isWorker(env) ? { ...workerStore(toPrimary, systemClock), close: () => {} } : undefined

function configIn(env: NodeJS.ProcessEnv): Extract<ConfigReading, { config: ProxyConfig }> {
  const read = readConfig(env)
  const { config, errors } = read
  if (errors) throw new CommandError(errors.join('\n'))
  if (isInspected() && !config.gateway.isLoopback)
    throw new CommandError('The proxy must not be started with --inspect: who reaches that port reads every secret.')
  return read
}

const REMEDY = 'Set TENDER_PORT to a free port, and TENDER_HOST to an address of this machine.'

async function listen(app: FastifyInstance, { host, port }: ProxyConfig): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenErrorOf(error, REMEDY) ?? error
  })
}

/** The actual port, which the system chooses where TENDER_PORT is 0. */
const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

const storeOf = async ({ redisUrl, publicUrl }: ProxyConfig, logger: RedisStoreOptions['logger']) =>
  redisUrl && redisStore(redisUrl.reveal(), publicUrl, { clock: systemClock, logger }).catch(asCommandError)

async function queuesOf({ webhook, redisUrl, publicUrl }: ProxyConfig) {
  if (!webhook || !redisUrl) return {}
  return {
    outbox: await queuedOutbox(redisUrl.reveal(), publicUrl).catch(asCommandError),
    followUps: await queuedFollowUps(redisUrl.reveal(), publicUrl).catch(asCommandError),
  }
}
