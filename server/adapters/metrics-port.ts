import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenReason } from '#ports/listen-reason.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import type { ProcessSettings } from '#proxy/config/process-settings.ts'
import { buildMetrics, type Metrics } from '#proxy/metrics/metrics.ts'
import { serveMetrics } from '#proxy/metrics/serve-metrics.ts'
import { ConfigError } from './config-error.ts'

/** The metrics of this process, where the variables want some; `dist` is a folder of the package. */
export const metricsOf = ({ metrics }: ProxyConfig, dist: string): Metrics | undefined =>
  metrics && buildMetrics({ version: versionAt(join(dist, '..')) })

export const versionAt = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version

export interface MetricsPort {
  /** The address that Prometheus reads. */
  readonly url: string
  close(): Promise<void>
}

const REMEDY = 'Set TENDER_METRICS_PORT to a free port, and TENDER_METRICS_HOST to an address of this machine.'

/** Serves the metrics on TENDER_METRICS_PORT; rejects with a {@link ConfigError} where it cannot listen. */
export async function openMetricsPort({ metrics }: ProcessSettings, text: () => Promise<string>): Promise<MetricsPort> {
  const { port, close } = await serveMetrics(metrics!, text).catch((error: unknown) => {
    const reason = listenReason(error)
    throw reason === undefined ? error : new ConfigError([`${reason} ${REMEDY}`], error)
  })
  return { url: `http://${metrics!.host}:${port}/metrics`, close }
}
