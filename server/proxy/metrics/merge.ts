import { metricTable, type Metric, type Merging, type MetricName } from './metric-table.ts'
import { copyOf, type Series, type Snapshot } from './registry.ts'

const mergings: Readonly<Record<Merging, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  max: Math.max,
  min: Math.min,
}

/** The values of several processes as those of one. */
export function merged(snapshots: readonly Snapshot[]): Snapshot {
  const names = Object.keys(metricTable) as MetricName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const all = snapshots.flatMap((snapshot) => snapshot[name] ?? [])
      return all.length ? [[name, mergedSeries(metricTable[name], all)]] : []
    }),
  )
}

function mergedSeries({ merging = 'sum' }: Metric, all: readonly Series[]): readonly Series[] {
  const byLabels = new Map<string, Series>()
  for (const one of all) {
    const key = one.labels.join('\n')
    const known = byLabels.get(key)
    if (!known) {
      byLabels.set(key, copyOf(one))
      continue
    }
    known.value = mergings[merging](known.value, one.value)
    one.counts?.forEach((count, at) => (known.counts![at]! += count))
  }
  return [...byLabels.values()]
}

/** What remains of a process that has ended: its counts, since a sum must not fall, and none of its gauges. */
export const withoutGauges = (snapshot: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(snapshot).filter(([name]) => metricTable[name as MetricName].type !== 'gauge'))
