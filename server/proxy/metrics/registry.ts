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
  /** Forgets every series with that value of a label. */
  forget(label: string, value: string): Promise<void>
  /** The values in Prometheus's text format, with those that prom-client collects of every process. */
  text(): Promise<string>
}

/** The media type of {@link Registry.text}. */
export const EXPOSITION_TYPE = Prometheus.PROMETHEUS_CONTENT_TYPE

/** With `more`, each metric has these labels too, which {@link labelled} sets. */
export function buildRegistry(more: readonly string[] = []): Registry {
  const prometheus = new Prometheus()
  collectDefaultMetrics({ register: prometheus })
  const kinds = { counter: Counter, gauge: Gauge, histogram: Histogram } as const
  const metrics = new Map<MetricName, Counter | Gauge | Histogram>()
  for (const [name, { type, what, labels = [], buckets }] of Object.entries<Metric>(metricTable)) {
    const options = { name, help: what, labelNames: [...labels, ...more], registers: [prometheus] }
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
    async forget(label, value) {
      for (const metric of metrics.values())
        for (const { labels } of (await metric.get()).values) {
          // A bucket's bound is no label by which a series is known.
          const { le: _, ...own } = labels as Readonly<Record<string, string>>
          if (own[label] === value) metric.remove(own)
        }
    },
    text: () => prometheus.metrics(),
  }
}

/** A registry that gives each metric further labels, such as the merchant, beside the metric's own. */
export function labelled(registry: Registry, more: Readonly<Record<string, string>>): Registry {
  const withMore = (labels: readonly object[]) => [{ ...labels[0], ...more }] as never
  return {
    ...registry,
    add: (name, ...labels) => registry.add(name, ...(withMore(labels) as typeof labels)),
    begin: (name, ...labels) => registry.begin(name, ...(withMore(labels) as typeof labels)),
    set: (name, value, ...labels) => registry.set(name, value, ...(withMore(labels) as typeof labels)),
    observe: (name, value, ...labels) => registry.observe(name, value, ...(withMore(labels) as typeof labels)),
  }
}
