import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { openMerchants, reportReload, type OpenMerchants } from '#adapters/merchants/open-merchants.ts'
import { systemClock } from '#ports/system.ts'
import { readProcess, type ProcessReading, type ProcessSettings } from '#proxy/config/process-settings.ts'
import { buildLogger, logOnly } from '#proxy/http/log.ts'
import { misplaced } from '#proxy/merchants/merchant-file.ts'
import { CommandError, type Tools } from '../command.ts'
import { listenErrorOf, listenOn } from '../listening.ts'
import { onShutdown } from '../shutdown.ts'
import { guardProcess, isInspected } from './process-guard.ts'
import { DRAIN_DELAY, refused, REMEDY } from './run-proxy.ts'
import { openTraces } from './traces.ts'

/** Runs one proxy for the merchants of a folder, until a signal ends it; SIGHUP has it read their files again. */
export async function runMerchants(folder: string, { env, dist }: Tools): Promise<void> {
  const { settings, warnings } = settingsIn(env)
  const logger = buildLogger(settings.logLevel)
  for (const message of warnings) logOnly(logger).warn({ op: 'start', code: 'setting_doubtful', message })
  const spans = await openTraces(env)
  const opened = await openMerchants(settings, { folder, env, dist, logger, tracesOf: spans?.of }).catch(
    async (error: unknown) => {
      await spans?.close()
      return refused(error)
    },
  )
  const end = async (noticed?: () => Promise<void>): Promise<void> => {
    await opened.close(noticed)
    await spans?.close()
  }
  try {
    await readFirst(folder, opened)
    guardProcess()
    await listenOn(listenerOf(opened), settings.host, settings.port)
  } catch (error) {
    await end()
    throw listenErrorOf(error, REMEDY) ?? error
  }
  process.on('SIGHUP', () => void reportReload(opened.reload, logOnly(logger)))
  // Before the print, since a process that reads the line may send the signal at once.
  onShutdown(() => end(() => systemClock.sleep(DRAIN_DELAY)), { env, clock: systemClock, host: process })
  if (opened.metricsUrl) console.error(`The metrics are at ${opened.metricsUrl}`)
  const { port } = opened.server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  console.error(`The proxy listens on ${host}:${port} for ${opened.merchants.size} merchants of ${folder}`)
}

function settingsIn(env: Tools['env']): Extract<ProcessReading, { settings: ProcessSettings }> {
  const read = readProcess(env)
  const { settings, errors } = read
  const wrong = [...(errors ?? []), ...misplaced(env)]
  if (settings?.releases !== undefined && !settings.releasesSecret)
    wrong.push('TENDER_RELEASES_SECRET is required where TENDER_RELEASES is set with --merchants.')
  if (isInspected())
    wrong.push('The proxy must not be started with --inspect: who reaches that port reads every secret.')
  if (wrong.length || read.errors) throw new CommandError(wrong.join('\n'))
  return read
}

/** What is wrong with one merchant keeps no other from being served; with every one, it ends the process. */
async function readFirst(folder: string, { reload, merchants }: OpenMerchants): Promise<void> {
  const problems = await reload().catch((error: unknown) => {
    throw new CommandError(
      `--merchants: the folder ${folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  })
  if (problems.length && !merchants.size) throw new CommandError(problems.join('\n'))
  for (const problem of problems) console.error(problem)
}

const listenerOf =
  ({ server }: OpenMerchants) =>
  async ({ host, port }: { readonly host: string; readonly port: number }): Promise<void> => {
    server.listen(port, host)
    await once(server, 'listening')
  }
