import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry as Prometheus } from 'prom-client'
import { metricTable } from './metric-table.ts'
import type { CounterName, GaugeName, HistogramName, LabelsOf, Metric, MetricName } from './metric-table.ts'

/** The metrics of a proxy, by the names and labels of {@link metricTable}. */
export interface Registry {
  add<Name extends CounterName>(name: Name, ...labels: LabelsOf<Name>): void
  /** Shows a series as 0 before its first event, so that its first increase is seen. */
  begin<Name extends CounterName>(name: Name, ...labels: LabelsOf<Name>): void
  set<Name extends GaugeName>(name: Name, value: number, ...labels: LabelsOf<Name>): void
  observe<Name extends HistogramName>(name: Name, value: number, ...labels: LabelsOf<Name>): void
  /** The values in Prometheus's text format, with those that prom-client collects of every process. */
  text(): Promise<string>
}

/** The media type of {@link Registry.text}. */
export const EXPOSITION_TYPE = Prometheus.PROMETHEUS_CONTENT_TYPE

export function buildRegistry(): Registry {
  const prometheus = new Prometheus()
  collectDefaultMetrics({ register: prometheus })
  const kinds = { counter: Counter, gauge: Gauge, histogram: Histogram } as const
  const metrics = new Map<MetricName, Counter | Gauge | Histogram>()
  for (const [name, { type, what, labels = [], buckets }] of Object.entries<Metric>(metricTable)) {
    const options = { name, help: what, labelNames: [...labels], registers: [prometheus] }
    metrics.set(name as MetricName, new kinds[type]({ ...options, ...(buckets && { buckets: [...buckets] }) }))
  }
  const counter = (name: CounterName): Counter => metrics.get(name) as Counter
  const gauge = (name: GaugeName): Gauge => metrics.get(name) as Gauge
  const histogram = (name: HistogramName): Histogram => metrics.get(name) as Histogram
  return {
    add: (name, ...[labels = {}]) => counter(name).inc(labels),
    begin: (name, ...[labels = {}]) => counter(name).inc(labels, 0),
    set: (name, value, ...[labels = {}]) => gauge(name).set(labels, value),
    observe: (name, value, ...[labels = {}]) => histogram(name).observe(labels, value),
    text: () => prometheus.metrics(),
  }
}
