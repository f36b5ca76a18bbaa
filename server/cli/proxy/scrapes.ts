import { expositionOf } from '#proxy/metrics/exposition.ts'
import { merged } from '#proxy/metrics/merge.ts'
import type { Metrics } from '#proxy/metrics/metrics.ts'
import type { MetricsCollector } from '#proxy/metrics/worker-metrics.ts'

/** The metrics of a primary process and of its workers. */
export const textOfAll = (own: Metrics, workers: MetricsCollector) => async (): Promise<string> =>
  expositionOf(merged(await Promise.all([own.snapshot(), workers.snapshot()])))
