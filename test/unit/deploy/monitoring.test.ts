import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricTable, type Metric } from '#proxy/metrics/metric-table.ts'
import { brokenLinks } from '../../support/links.ts'
import { root } from '../../support/root.ts'
import { textOf, yamlOf } from './files.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const [rules] = yamlOf<{ groups: readonly { rules: readonly Alert[] }[] }>('prometheus-alerts.yaml')
const alerts = rules!.groups.flatMap((group) => group.rules)

interface Panel {
  readonly id: number
  readonly title: string
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const dashboard = JSON.parse(textOf('grafana-dashboard.json')) as { readonly panels: readonly Panel[] }
const queries = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

const metrics: Readonly<Record<string, Metric>> = metricTable

function withoutLabels(name: string): readonly [name: string, labels: readonly string[]] {
  return [name, []]
}

/** Names that each series of a histogram adds. */
const suffixes = { histogram: ['_bucket', '_sum', '_count'], counter: [''], gauge: [''] }
const series = new Map<string, readonly string[]>([
  // What prom-client collects of each process.
  ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_start_time_seconds'].map(withoutLabels),
  ...['nodejs_eventloop_lag_seconds', 'nodejs_heap_size_used_bytes'].map(withoutLabels),
  ...Object.entries(metrics).flatMap(([name, metric]) =>
    suffixes[metric.type].map(
      (suffix) => [name + suffix, [...(metric.labels ?? []), ...(suffix === '_bucket' ? ['le'] : [])]] as const,
    ),
  ),
])
/** What Prometheus itself adds. */
const [ofPrometheus, everywhere] = [['up'], ['job', 'instance']]

/** The metrics that a query names, with the labels that it demands of them. */
const selectorsIn = (expr: string) =>
  [...expr.matchAll(/\b((?:tender|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!),
  }))

describe.each(queries)('the query of %s', (_, expr) => {
  const selectors = selectorsIn(expr)

  test('names metrics that the proxy exports, with labels that they have', () => {
    expect(selectors.length).toBeGreaterThan(0)
    for (const { name, labels } of selectors) {
      const known = ofPrometheus.includes(name) ? [] : series.get(name)
      expect(known, name).toBeDefined()
      expect(
        labels.filter((label) => ![...known!, ...everywhere].includes(label)),
        expr,
      ).toEqual([])
    }
  })

  test('groups by labels of its metrics', () => {
    const labels = new Set([...selectors.flatMap(({ name }) => series.get(name) ?? []), ...everywhere])
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/,\s*/))
    expect(grouped.filter((label) => !labels.has(label))).toEqual([])
  })

  test('reads counters by their rate, and histograms by their buckets', () => {
    const bare = selectors.filter(({ name }) => {
      const isCounted = /_total$|_bucket$|_sum$|_count$/.test(name)
      return isCounted && !new RegExp(`(?:rate|increase)\\(${name}\\b[^)]*\\[`).test(expr)
    })
    expect(bare).toEqual([])
    expect(expr.split('(').length).toBe(expr.split(')').length)
  })
})

test('every metric has a place in the dashboard', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => selectorsIn(expr)))
  const names = new Set(shown.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')))
  expect(Object.keys(metrics).filter((name) => !names.has(name))).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})

test('every alert has a section of the runbook, and every section an alert', () => {
  const sections = alerts.map(({ alert }) => `### ${alert}`)
  const written = readFileSync(join(root, 'docs/operations.md'), 'utf8').match(/^### Tender\w+$/gm)
  expect(written?.toSorted()).toEqual(sections.toSorted())
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    expect(annotations.summary).toMatch(/\.$/)
    expect(['critical', 'warning']).toContain(labels.severity)
  }
  expect(brokenLinks(root, 'docs/operations.md')).toEqual([])
})

test('the states, ways and results in the queries are ones that the proxy writes', () => {
  const metricFiles = ['payments.ts', 'metered-options.ts', 'metric-table.ts', 'requests.ts']
  const source = [...metricFiles.map((file) => `server/proxy/metrics/${file}`), 'src/contract/outcome.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const values = queries.flatMap(([, expr]) =>
    [...expr.matchAll(/\b(?:state|result|kind|limit)(?:=~|!=|=)"([^"]+)"/g)].flatMap(([, value]) => value!.split('|')),
  )
  expect(values.length).toBeGreaterThan(5)
  expect(
    values.filter((value) => !["'", '`', ''].some((quote) => source.includes(`${quote}${value}${quote || ':'}`))),
  ).toEqual([])
})
