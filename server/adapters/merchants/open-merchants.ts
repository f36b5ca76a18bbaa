import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { soon, systemClock, systemRandom, systemUtilization } from '#ports/system.ts'
import type { Environment } from '#proxy/config/config.ts'
import type { ProcessSettings } from '#proxy/config/process-settings.ts'
import { commonHeaders } from '#proxy/http/headers.ts'
import { logOnly, type buildLogger, type Log } from '#proxy/http/log.ts'
import { rememberExchanges } from '#proxy/http/pipelining.ts'
import { answerExpectations } from '#proxy/http/request-guard.ts'
import { buildFront } from '#proxy/http/server.ts'
import { unaskedOf } from '#proxy/http/shutdown.ts'
import { memoryStores } from '#proxy/merchants/memory-stores.ts'
import { merchantQueues } from '#proxy/merchants/merchant-queues.ts'
import { merchantSet, type MerchantSet } from '#proxy/merchants/merchant-set.ts'
import { routeByHost } from '#proxy/merchants/route-by-host.ts'
import { buildMetricsOfMerchants } from '#proxy/metrics/metrics.ts'
import { redisQueuesOfAll } from '#proxy/redis/redis-queues.ts'
import { redisStores } from '#proxy/redis/redis-store.ts'
import { loadDocuments } from '#proxy/static-files/documents.ts'
import { openReleases } from '#proxy/static-files/releases.ts'
import { loadScriptTag } from '#proxy/static-files/script-tag.ts'
import type { Traces } from '#proxy/traces/traces.ts'
import { memoryQueues } from '#proxy/webhooks/job-queue.ts'
import { asConfigError } from '../config-error.ts'
import { openMetricsPort, versionAt } from '../metrics-port.ts'
import { openProxy } from '../open-proxy.ts'
import { merchantsFolder } from './merchants-folder.ts'
import { watchFolder } from './watch-folder.ts'

type Logger = ReturnType<typeof buildLogger>

export interface MerchantsOptions {
  /** The folder with the files of the merchants. */
  readonly folder: string
  /** The environment without the variables of merchants. */
  readonly env: Environment
  /** Folder `dist` of this package. */
  readonly dist: string
  readonly logger: Logger
  /** Makes the spans of a merchant. */
  readonly tracesOf?: ((merchant: string) => Traces) | undefined
}

/** All merchants of a process, behind one server. */
export interface OpenMerchants {
  readonly server: Server
  readonly metricsUrl?: string
  /** Reads the files again, and resolves with a sentence about everything that is wrong in them. */
  reload(): Promise<readonly string[]>
  readonly merchants: Pick<MerchantSet, 'size'>
  close(noticed?: () => Promise<void>): Promise<void>
}

/** Opens what all merchants of a process share, and serves those of the folder. */
export async function openMerchants(settings: ProcessSettings, options: MerchantsOptions): Promise<OpenMerchants> {
  const { folder, env, dist, logger, tracesOf } = options
  const closers: (() => unknown)[] = []
  const [clock, random, log] = [systemClock, systemRandom, logOnly(logger)]
  const release = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const documents = await loadDocuments(dist).catch(asConfigError)
    const scriptTag = await loadScriptTag(dist).catch(asConfigError)
    const releases = await openReleases(settings, { clock, random, logger, documents, scriptTag }).catch(asConfigError)
    if (releases) closers.push(releases.close)
    const redisUrl = settings.redisUrl?.reveal()
    const stores = redisUrl ? await redisStores(redisUrl, { clock, logger }).catch(asConfigError) : memoryStores(clock)
    closers.push(stores.close)
    const metrics = settings.metrics && buildMetricsOfMerchants({ version: versionAt(join(dist, '..')) })
    const loggers = new Map<string, Logger>()
    const loggerOf = (name: string): Logger =>
      loggers.get(name) ?? loggers.set(name, logger.child({ merchant: name })).get(name)!
    const nameOf = new Map<string, string>()
    const logOf = (host: string): Log => (nameOf.has(host) ? logOnly(loggerOf(nameOf.get(host)!)) : log)
    const queues = merchantQueues({
      clock,
      log,
      logOf,
      queues: redisUrl ? await redisQueuesOfAll(redisUrl).catch(asConfigError) : memoryQueues,
      open: (host) => merchants.open(host),
    })
    closers.push(queues.close)
    metrics?.countJobs(queues.counts)
    const merchants = merchantSet({
      clock,
      logOf: ({ name }) => logOnly(loggerOf(name)),
      // In memory, an app holds what cannot be read anew.
      mayClose: redisUrl !== undefined,
      open: ({ name, host, config }) => {
        nameOf.set(host, name)
        return openProxy(config, {
          dist,
          clock,
          random,
          documents,
          scriptTag,
          logger: loggerOf(name),
          ...stores.storeFor(config.publicUrl),
          queues: queues.of(host),
          ...(releases && { releases }),
          ...(metrics && { metrics: metrics.of(name) }),
          ...(tracesOf && { traces: tracesOf(name) }),
        })
      },
      async removed({ name, host }) {
        await queues.remove(host)
        await metrics?.remove(name)
      },
    })
    const files = merchantsFolder(folder, env)
    let last: Promise<unknown> = Promise.resolve()
    const reload = (): Promise<readonly string[]> => {
      const next = last.then(async () => merchants.apply(await files.read()))
      last = next.catch(() => {}) // whoever asked for it gets the error; the next reload begins all the same
      return next
    }
    const port = metrics && (await openMetricsPort(settings, metrics.text))
    if (port) closers.push(port.close)
    const server = frontOf(settings, merchants)
    const unasked = unaskedOf(server)
    const watch = watchFolder(clock, files, {
      changed: () => reportReload(reload, log),
      checked: merchants.closeIdle,
    })
    closers.push(watch.close)
    let closing: Promise<void> | undefined
    const close = async (noticed?: () => Promise<void>): Promise<void> => {
      const ended = async (): Promise<void> => {
        await noticed?.()
        await closed(server, unasked)
      }
      const end = ended()
      await merchants.stop(() => end)
      await end
      await release()
    }
    return {
      server,
      merchants,
      reload,
      ...(port && { metricsUrl: port.url }),
      close: (noticed) => (closing ??= close(noticed)),
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Reads the files again, and logs what is wrong in them. */
export async function reportReload(reload: OpenMerchants['reload'], log: Log): Promise<void> {
  const problems = await reload().catch((error: unknown) => [
    `The folder of the merchants cannot be read: ${(error as Error).message}.`,
  ])
  for (const message of problems) log.error({ op: 'merchants', code: 'setting_refused', message })
}

function frontOf({ keepAliveMs }: ProcessSettings, { find }: MerchantSet): Server {
  const server = buildFront(keepAliveMs, commonHeaders(''))
  answerExpectations(server)
  rememberExchanges(server)
  const loop = { now: () => monotonicNow(systemClock), soon, utilization: systemUtilization() }
  return server.on('request', routeByHost(find, loop))
}

async function closed(server: Server, unasked: ReturnType<typeof unaskedOf>): Promise<void> {
  if (!server.listening) return
  const end = once(server, 'close')
  server.close()
  for (const socket of unasked) socket.destroy()
  await end
}
