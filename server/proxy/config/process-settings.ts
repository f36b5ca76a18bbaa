import { isAbsolute } from 'node:path'
import { readTrust } from './client-address.ts'
import { readEgress, type EgressSettings } from './egress.ts'
import { readMetrics, type MetricsSettings } from './metrics-settings.ts'
import { number, oneOf, VariableReader, type Environment } from './reader.ts'
import { readRedisUrl } from './redis-url.ts'
import { Secret } from './secret.ts'

/** What is one for the whole process, however many merchants it serves. */
export interface ProcessSettings {
  readonly host: string
  readonly port: number
  /** Milliseconds for which an idle connection stays open. */
  readonly keepAliveMs: number
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  /** Proxies of the network, for requests to the gateway, the merchant's server and Apple; absent, there are none. */
  readonly egress?: EgressSettings
  /** Stores what all instances share, and webhook events until they are delivered. */
  readonly redisUrl?: Secret
  /** Folder that proxies with different builds share. */
  readonly releases?: string
  /** Seals the files there; absent, the signing secret does. */
  readonly releasesSecret?: Secret
  /** Where metrics are served; absent, there are none. */
  readonly metrics?: MetricsSettings
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Reads the variables of the whole process. */
export function readProcessSettings(env: Environment, from: VariableReader): Partial<ProcessSettings> {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    from.wrong('NODE_TLS_REJECT_UNAUTHORIZED', "must not be 0: the gateway's certificate has to be verified")
  const port = from.take('TENDER_PORT', 'must be a port from 0 to 65535', number(0, 65_535))
  const settings = {
    host: from.take('TENDER_HOST', 'must be a host', (text) => text),
    port,
    keepAliveMs: from.take('TENDER_KEEP_ALIVE_MS', 'must be whole milliseconds, 1000 or more', number(1000, 7_200_000)),
    ...readEgress(env, from),
    ...readRedisUrl(from),
    trustProxy: readTrust(from),
    logLevel: from.take('TENDER_LOG_LEVEL', `must be one of ${levels.join(', ')}`, oneOf(levels)),
    ...readReleases(from),
    ...readMetrics(from, port),
  }
  checkInstances(from)
  return settings as Partial<ProcessSettings>
}

/** The settings of the process, or a sentence about each variable that is wrong. */
export type ProcessReading =
  | { readonly settings: ProcessSettings; readonly errors?: undefined; readonly warnings: readonly string[] }
  | { readonly settings?: undefined; readonly errors: readonly string[] }

/** Reads the environment of a process that serves several merchants. */
export function readProcess(env: Environment): ProcessReading {
  const from = new VariableReader(env)
  const settings = readProcessSettings(env, from)
  if (from.errors.length) return { errors: from.errors }
  return { settings: settings as ProcessSettings, warnings: from.warnings }
}

/** Instances without a shared lock store could pay the same order twice. */
function checkInstances(from: VariableReader): void {
  const instances = from.take('TENDER_INSTANCES', 'must be one or several', oneOf(['one', 'several']))
  if (instances === 'several' && !from.text('TENDER_REDIS_URL'))
    from.wrong(
      'TENDER_REDIS_URL',
      'is required where TENDER_INSTANCES is several: without it an order may be paid twice',
    )
  if (instances === 'several' && !from.text('TENDER_RELEASES'))
    from.warn(
      'TENDER_RELEASES',
      'should be set where TENDER_INSTANCES is several: without it, pages miss script files while a new version is rolled out',
    )
}

function readReleases(from: VariableReader): Pick<ProcessSettings, 'releases' | 'releasesSecret'> {
  const folder = from.text('TENDER_RELEASES')
  const secret = from.text('TENDER_RELEASES_SECRET')
  if (secret && Buffer.byteLength(secret) < 32) from.wrong('TENDER_RELEASES_SECRET', 'must have 32 bytes or more')
  if (!folder || folder === 'none') return {}
  if (!isAbsolute(folder)) from.wrong('TENDER_RELEASES', 'must be the absolute path of a folder')
  return { releases: folder, ...(secret && { releasesSecret: new Secret(secret) }) }
}
