import {
  metricTable,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type Metric,
  type MetricName,
} from './metric-table.ts'

/** A time series: the values of its labels in the table's order, and its value, or counts per bucket and their sum. */
export interface Series {
  readonly labels: readonly string[]
  value: number
  /** Observations per bucket, the last one without an upper bound. */
  counts?: number[]
}

/** The values of a process, as plain data that another process can add to its own. */
export type Snapshot = { readonly [Name in MetricName]?: readonly Series[] }

/** Counts in memory. The text format is small, and workers need their values as data, so that no library is used. */
export interface Registry {
  add<Name extends CounterName>(name: Name, ...labels: LabelsOf<Name>): void
  set<Name extends GaugeName | CounterName>(name: Name, value: number, ...labels: LabelsOf<Name>): void
  observe<Name extends HistogramName>(name: Name, value: number, ...labels: LabelsOf<Name>): void
  snapshot(): Snapshot
}

/** Most series of a metric: labels come from tables, and a mistake there must not take the memory. */
const MAX_SERIES = 1000

export function buildRegistry(): Registry {
  const kept = new Map<MetricName, Map<string, Series>>()
  const seriesOf = (name: MetricName, given: Readonly<Record<string, string>> = {}): Series => {
    const { labels: names = [], buckets }: Metric = metricTable[name]
    const known = kept.get(name) ?? kept.set(name, new Map()).get(name)!
    let key = ''
    for (const label of names) key += `${given[label]}\n`
    const before = known.get(key)
    if (before) return before
    const fresh: Series = {
      labels: names.map((label) => given[label]!),
      value: 0,
      ...(buckets && { counts: Array.from({ length: buckets.length + 1 }, zero) }),
    }
    if (known.size < MAX_SERIES) known.set(key, fresh)
    return fresh
  }
  return {
    add: (name, ...[labels]) => void (seriesOf(name, labels).value += 1),
    set: (name, value, ...[labels]) => void (seriesOf(name, labels).value = value),
    observe(name, value, ...[labels]) {
      const series = seriesOf(name, labels)
      const { buckets } = metricTable[name]
      const at = buckets.findIndex((bound) => value <= bound)
      series.counts![at < 0 ? buckets.length : at]! += 1
      series.value += value
    },
    snapshot: () => Object.fromEntries([...kept].map(([name, series]) => [name, [...series.values()].map(copyOf)])),
  }
}

const zero = (): number => 0

export const copyOf = ({ counts, ...series }: Series): Series => ({ ...series, ...(counts && { counts: [...counts] }) })
