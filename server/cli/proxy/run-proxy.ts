import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#adapters/config-error.ts'
import { openProxy } from '#adapters/open-proxy.ts'
import { systemClock } from '#ports/system.ts'
import { readConfig, type ConfigReading, type ProxyConfig } from '#proxy/config/config.ts'
import { buildLogger, logOnly } from '#proxy/http/log.ts'
import { CommandError, type Tools } from '../command.ts'
import { listenErrorOf, listenOn } from '../listening.ts'
import { settingsOf } from '../settings-file.ts'
import { guardProcess, isInspected } from './process-guard.ts'
import { onShutdown } from '../shutdown.ts'
import { openTraces } from './traces.ts'

/** Milliseconds during which a load balancer may still send connections before it notices the shutdown. */
export const DRAIN_DELAY = 1000

/** Runs the proxy that the variables describe, until a signal ends it. */
export async function runProxy(tools: Tools): Promise<void> {
  const { env, source } = settingsOf(tools.env)
  const { config, warnings } = configIn(env)
  const logger = buildLogger(config.logLevel)
  if (source !== undefined) console.error(source)
  for (const message of warnings) logOnly(logger).warn({ op: 'start', code: 'setting_doubtful', message })
  const port = await serve(config, logger, { ...tools, env })
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  console.error(`The proxy listens on ${host}:${port} as ${config.publicUrl}`)
}

/** Serves until a signal; resolves with the port when it listens. */
async function serve(config: ProxyConfig, logger: ReturnType<typeof buildLogger>, tools: Tools): Promise<number> {
  const { env, dist } = tools
  const spans = await openTraces(env)
  const proxy = await openProxy(config, { dist, logger, ...(spans && { traces: spans.traces }) }).catch(
    async (error: unknown) => {
      await spans?.close()
      return refused(error)
    },
  )
  const { app } = proxy
  guardProcess()
  if (proxy.metricsUrl) console.error(`The metrics are at ${proxy.metricsUrl}`)
  const end = async (noticed?: () => Promise<void>): Promise<void> => {
    await proxy.close(noticed)
    await spans?.close()
  }
  await listen(app, config).catch(async (error: unknown) => {
    await end()
    throw error
  })
  // Before the print, since a process that reads the line may send the signal at once.
  onShutdown(() => end(() => systemClock.sleep(DRAIN_DELAY)), { env, clock: systemClock, host: process })
  return portOf(app)
}

/** What is wrong with the variables is printed without a stack. */
export const refused = (error: unknown): never => {
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

export const REMEDY = 'Set TENDER_PORT to a free port, and TENDER_HOST to an address of this machine.'

async function listen(app: FastifyInstance, { host, port }: ProxyConfig): Promise<void> {
  await listenOn((at) => app.listen(at), host, port).catch((error: unknown) => {
    throw listenErrorOf(error, REMEDY) ?? error
  })
}

/** The actual port, which the system chooses where TENDER_PORT is 0. */
const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port
