import { systemClock } from '#ports/system.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { expositionOf } from '#proxy/metrics/exposition.ts'
import { merged } from '#proxy/metrics/merge.ts'
import { buildMetrics, type Metrics } from '#proxy/metrics/metrics.ts'
import { serveMetrics, type MetricsServer } from '#proxy/metrics/serve-metrics.ts'
import type { MetricsCollector } from '#proxy/metrics/worker-metrics.ts'
import type { Tools } from '../command.ts'
import { listenErrorOf } from '../listening.ts'
import { versionIn } from '../version.ts'

/** The metrics of this process, where the configuration wants some. */
export const metricsOf = ({ metrics }: ProxyConfig, { home }: Pick<Tools, 'home'>): Metrics | undefined =>
  metrics && buildMetrics({ clock: systemClock, version: versionIn(home) })

const REMEDY = 'Set TENDER_METRICS_PORT to a free port, and TENDER_METRICS_HOST to an address of this machine.'

/** Serves the metrics to Prometheus, and prints where. */
export async function openScrapes({ metrics }: ProxyConfig, text: () => Promise<string>): Promise<MetricsServer> {
  const server = await serveMetrics(metrics!, text).catch((error: unknown) => {
    throw listenErrorOf(error, REMEDY) ?? error
  })
  console.error(`The metrics are at http://${metrics!.host}:${server.port}/metrics`)
  return server
}

/** The metrics of a primary process and of its workers. */
export const textOfAll = (own: Metrics, workers: MetricsCollector) => async (): Promise<string> =>
  expositionOf(merged(await Promise.all([own.snapshot(), workers.snapshot()])))
