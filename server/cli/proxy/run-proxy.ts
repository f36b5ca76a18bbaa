import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#mounting/config-error.ts'
import { metricsOf, openMetricsPort } from '#mounting/metrics-port.ts'
import { openProxy } from '#mounting/open-proxy.ts'
import { systemClock } from '#ports/system.ts'
import { readConfig, type ConfigReading, type ProxyConfig } from '#proxy/config/config.ts'
import { buildLogger, logOnly, type Log } from '#proxy/http/log.ts'
import { collectMetrics, reportMetrics, type MetricsCollector } from '#proxy/metrics/worker-metrics.ts'
import { workerStore } from '#proxy/workers/worker-store.ts'
import { CommandError, type Tools } from '../command.ts'
import { keepHeapSmall } from './heap.ts'
import { listenErrorOf } from '../listening.ts'
import { settingsOf } from '../settings-file.ts'
import { guardProcess, isInspected } from './process-guard.ts'
import { onShutdown } from '../shutdown.ts'
import { openTraces } from './traces.ts'
import { endWhenReplaced, isWorker, leavePrimary, runWorkers, toPrimary } from './workers.ts'
import { expositionOf } from '#proxy/metrics/exposition.ts'
import { merged } from '#proxy/metrics/merge.ts'
import type { Metrics } from '#proxy/metrics/metrics.ts'

/** Milliseconds during which a load balancer may still send connections before it notices the shutdown. */
const DRAIN_DELAY = 1000

/** Runs the proxy that the variables describe, until a signal ends it. */
export async function runProxy(tools: Tools): Promise<void> {
  try {
    await started(tools)
  } catch (error) {
    if (isWorker(tools.env)) leavePrimary()
    throw error
  }
}

async function started(given: Tools): Promise<void> {
  const { env, source } = settingsOf(given.env)
  const tools = { ...given, env }
  keepHeapSmall()
  const { config, warnings } = configIn(env)
  const isOneOfSeveral = isWorker(env)
  const logger = buildLogger(config.logLevel)
  const log = logOnly(logger)
  if (source !== undefined && !isOneOfSeveral) console.error(source)
  if (!isOneOfSeveral) for (const message of warnings) log.warn({ op: 'start', code: 'setting_doubtful', message })
  const isPrimary = config.workers > 1 && !isOneOfSeveral
  const port = isPrimary ? await supervise(config, log, tools) : await serve(config, logger, tools)
  if (!isOneOfSeveral) console.error(`The proxy listens on ${config.host}:${port} as ${config.publicUrl}`)
}

/** Serves in workers until a signal; this process serves nothing but the metrics of all. */
async function supervise(config: ProxyConfig, log: Log, tools: Tools): Promise<number> {
  const { env, dist } = tools
  const metrics = metricsOf(config, dist)
  const collector = metrics && collectMetrics(systemClock)
  const scrapes = metrics && (await openMetricsPort(config, textOfAll(metrics, collector!)).catch(refused))
  if (scrapes) console.error(`The metrics are at ${scrapes.url}`)
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
  const isOneOfSeveral = isWorker(env)
  // The primary serves the sum of its workers' metrics.
  const reported = isOneOfSeveral ? metricsOf(config, dist) : undefined
  const spans = await openTraces(env)
  const proxy = await openProxy(config, {
    dist,
    logger,
    ...(isOneOfSeveral && !config.redisUrl && workerStore(toPrimary, systemClock)),
    ...(reported && { metrics: reported }),
    ...(spans && { traces: spans.traces }),
  }).catch(async (error: unknown) => {
    await spans?.close()
    return refused(error)
  })
  const { app } = proxy
  guardProcess()
  if (proxy.metricsUrl) console.error(`The metrics are at ${proxy.metricsUrl}`)
  const report = reported && reportMetrics(toPrimary, reported, systemClock)
  const end = async (noticed?: () => Promise<void>): Promise<void> => {
    await proxy.close(noticed)
    await report?.last()
    await spans?.close()
    if (isOneOfSeveral) leavePrimary()
  }
  await listen(app, config).catch(async (error: unknown) => {
    await end()
    throw error
  })
  // Before the print, since a process that reads the line may send the signal at once.
  onShutdown(() => end(() => systemClock.sleep(DRAIN_DELAY)), { env, clock: systemClock, host: process })
  if (isOneOfSeveral) endWhenReplaced(app.server)
  return portOf(app)
}

/** What is wrong with the variables is printed without a stack. */
const refused = (error: unknown): never => {
  throw error instanceof ConfigError ? new CommandError(error.message) : error
}

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

/** The metrics of a primary process and of its workers. */
const textOfAll = (own: Metrics, workers: MetricsCollector) => async (): Promise<string> =>
  expositionOf(merged(await Promise.all([own.snapshot(), workers.snapshot()])))
