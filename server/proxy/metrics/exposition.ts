import { metricTable, type Metric, type MetricName } from './metric-table.ts'
import type { Series, Snapshot } from './registry.ts'

/** The media type of the text format that every version of Prometheus reads. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The values in Prometheus's text format: metrics without a value yet have their head only. */
export const expositionOf = (snapshot: Snapshot): string =>
  Object.entries<Metric>(metricTable)
    .map(([name, metric]) => familyOf(name, metric, snapshot[name as MetricName] ?? []))
    .join('')

function familyOf(name: string, metric: Metric, series: readonly Series[]): string {
  const { type, what, labels = [] } = metric
  const head = `# HELP ${name} ${what.replaceAll('\\', '\\\\')}\n# TYPE ${name} ${type}\n`
  // A counter without labels is 0 before its first event, so that its first increase is seen.
  const all = series.length || labels.length || type !== 'counter' ? series : [{ labels: [], value: 0 }]
  return head + all.map((one) => linesOf(name, metric, one)).join('')
}

function linesOf(
  name: string,
  { labels: names = [], buckets = [] }: Metric,
  { labels, value, counts }: Series,
): string {
  const pairs = names.map((label, at) => `${label}="${escaped(labels[at]!)}"`)
  if (!counts) return `${name}${inBraces(pairs)} ${value}\n`
  let total = 0
  const rows = counts.map((count, at) => {
    total += count
    return `${name}_bucket${inBraces([...pairs, `le="${buckets[at] ?? '+Inf'}"`])} ${total}\n`
  })
  return `${rows.join('')}${name}_sum${inBraces(pairs)} ${value}\n${name}_count${inBraces(pairs)} ${total}\n`
}

const inBraces = (pairs: readonly string[]): string => (pairs.length ? `{${pairs.join(',')}}` : '')

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
