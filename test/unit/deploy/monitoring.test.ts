import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricTable, type Metric } from '#proxy/metrics/metric-table.ts'
import { brokenLinks } from '../../support/links.ts'
import { root } from '../../support/root.ts'
import { container, deployment, textOf, yamlOf } from './files.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
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
/** What Prometheus itself adds; no query may name a job, which each installation names as it likes. */
const [ofPrometheus, everywhere] = [['up'], ['instance']]

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

const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly homepage: string }
const repository = homepage.replace(/#.*/, '')

test('every alert has a section of the runbook, and every section an alert', () => {
  const sections = alerts.map(({ alert }) => `### ${alert}`)
  const written = readFileSync(join(root, 'docs/operations.md'), 'utf8').match(/^### Tender\w+$/gm)
  expect(written?.toSorted()).toEqual(sections.toSorted())
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook_url).toBe(`${repository}/blob/main/docs/operations.md#${alert.toLowerCase()}`)
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

interface PodMonitor {
  readonly spec: {
    readonly selector: { readonly matchLabels: object }
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[]
  }
}

test('Prometheus finds the metrics of the pods, by annotations and by its operator', () => {
  const { labels, annotations } = deployment.spec.template.metadata
  const { containerPort } = container.ports.find(({ name }) => name === 'metrics')!
  expect(annotations).toEqual({
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': String(containerPort),
    'prometheus.io/path': '/metrics',
  })
  const [monitor] = yamlOf<PodMonitor>('kubernetes/pod-monitor.yaml')
  expect(monitor!.spec.selector.matchLabels).toEqual(labels)
  expect(monitor!.spec.podMetricsEndpoints).toMatchObject([{ port: 'metrics', path: '/metrics' }])
})

const isInstalled = spawnSync('promtool', ['--version']).status === 0
if (!isInstalled) process.stdout.write('skipped: the alerts as Prometheus evaluates them, since there is no promtool\n')

test.skipIf(!isInstalled)('Prometheus takes the rules, and notices a proxy that is down or absent by any name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  const alerted = (alertname: string, instance?: string) => {
    const rule = alerts.find(({ alert }) => alert === alertname)!
    const summary = rule.annotations.summary.replace('{{ $labels.instance }}', instance ?? '')
    const exp_labels = { ...rule.labels, ...(instance && { job: 'kubernetes-pods', instance }) }
    return [{ exp_labels, exp_annotations: { ...rule.annotations, summary } }]
  }
  const target = `{job="kubernetes-pods",instance="10.1.2.3:9464"}`
  const cases = {
    rule_files: [join(root, 'deploy/prometheus-alerts.yaml')],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          { series: `up${target}`, values: '1x10 0x20' },
          { series: `tender_build_info${target}`, values: '1x10 stale' },
          { series: 'up{job="another",instance="10.1.2.4:80"}', values: '0x30' },
        ],
        alert_rule_test: [
          { eval_time: '9m', alertname: 'TenderProxyDown', exp_alerts: [] },
          { eval_time: '9m', alertname: 'TenderProxyAbsent', exp_alerts: [] },
          { eval_time: '14m', alertname: 'TenderProxyDown', exp_alerts: alerted('TenderProxyDown', '10.1.2.3:9464') },
          { eval_time: '20m', alertname: 'TenderProxyAbsent', exp_alerts: alerted('TenderProxyAbsent') },
        ],
      },
    ],
  }
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases))
  for (const args of [
    ['check', 'rules', join(root, 'deploy/prometheus-alerts.yaml')],
    ['test', 'rules', join(folder, 'cases.json')],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
  rmSync(folder, { recursive: true })
})
