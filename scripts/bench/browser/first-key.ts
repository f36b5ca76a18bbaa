import type { Measure, Row } from '../../documents/benchmarks.ts'
import type { Benchmark } from '../benchmark.ts'
import type { Options } from '../options.ts'
import { bundlePeers } from '../vendors/bundle.ts'
import { installPeers } from '../vendors/install.ts'
import { peerFiles, peerSubjects } from '../vendors/pages.ts'
import { openVendors, type Vendors } from '../vendors/servers.ts'
import { interleaved, medianOf, quantile } from '../statistics.ts'
import build from '../../../test/support/build.ts'
import { Devtools } from './devtools.ts'
import { names, openPages } from './pages.ts'
import type { Subject } from './subject.ts'
import { visit, warmUp, type Visit } from './visit.ts'

const times: readonly Measure[] = [
  { name: 'ready', label: 'ready to type, ms', digits: 0, chart: 'Until the card number can be typed' },
  {
    name: 'key50',
    label: 'key to paint p50, ms',
    digits: 1,
    chart: 'From a key in the card number to its paint, median',
  },
  {
    name: 'key95',
    label: 'key to paint p95, ms',
    digits: 1,
    chart: 'From a key in the card number to its paint, 95th percentile',
  },
  { name: 'blocked', label: 'blocked, ms', digits: 0 },
]

const weights: readonly Measure[] = [
  { name: 'bytes', label: 'bytes on the wire', digits: 0, chart: 'Bytes on the wire until the form is complete' },
  { name: 'requests', label: 'requests', digits: 0 },
  { name: 'shift', label: 'layout shift', digits: 3 },
]

/** The medians of a page's visits; the quantiles of keys are those of all visits together. */
export function rowOf({ name, isFloor }: Subject, visits: readonly Visit[]): Row {
  const median = (of: (visit: Visit) => number): number | null => medianOf(visits.map(of))
  const keys = visits.flatMap((visit) => visit.keys)
  return {
    name,
    ...(isFloor && { isFloor }),
    values: {
      ready: median(({ ready }) => ready),
      key50: quantile(keys, 0.5),
      key95: quantile(keys, 0.95),
      blocked: median(({ blocked }) => blocked),
      bytes: median(({ bytes }) => bytes),
      requests: median(({ requests }) => requests),
      shift: median(({ shift }) => shift),
    },
  }
}

/** Starts the stubs of the vendors' servers, or returns `undefined` where npm could not install the peers. */
export async function openPeers(report: (line: string) => void): Promise<Vendors | undefined> {
  if (!installPeers(report)) {
    report(
      "Other vendors' checkouts are left out: npm could not install them, for which it needs a network (see above).",
    )
    return undefined
  }
  await bundlePeers(report)
  return openVendors()
}

/** The visits of each page, interleaved; one that fails is repeated once. */
export async function visitAll(
  browser: Devtools,
  subjects: readonly Subject[],
  options: Options,
  report: (line: string) => void,
): Promise<ReadonlyMap<Subject, readonly Visit[]>> {
  const visits = new Map<Subject, Visit[]>(subjects.map((subject) => [subject, []]))
  report('a visit of each page that does not count')
  for (const subject of subjects) await warmUp(browser, subject, options)
  for (const [round, order] of interleaved(subjects, options.rounds).entries()) {
    report(`round ${round + 1} of ${options.rounds}`)
    for (const subject of order) {
      const again = (error: Error): Promise<Visit> => {
        report(`once more, since ${error.message}`)
        return visit(browser, subject, options)
      }
      visits.get(subject)!.push(await visit(browser, subject, options).catch(again))
    }
  }
  return visits
}

/** Until the shopper can type, and until a key is painted, beside the baselines and other vendors' checkouts. */
export const firstKey: Benchmark = async (options, report) => {
  build()
  const vendors = options.hasPeers ? await openPeers(report) : undefined
  const pages = await openPages(vendors && peerFiles())
  const browser = await Devtools.launch(vendors?.flags)
  try {
    const subjects = [...pages.subjects, ...(vendors ? peerSubjects(pages.origin) : [])]
    const visits = await visitAll(browser, subjects, options, (line) => report(`first-key: ${line}`))
    const rows = [...visits].map(([subject, all]) => rowOf(subject, all))
    const { rounds, throttle, latency } = options
    return {
      conditions: [
        `medians of ${rounds} interleaved visits`,
        `a processor ${throttle} times slower`,
        ...(latency ? [`${latency} ms of latency`] : []),
        await browser.version(),
      ],
      comparisons: [
        { title: 'time', subject: names.own, measures: times, rows },
        { title: 'weight', subject: names.own, measures: weights, rows },
      ],
    }
  } finally {
    await browser.close()
    await pages.close()
    vendors?.close()
  }
}
