import type { Measure, Row } from '../../documents/benchmarks.ts'
import build from '../../../test/support/build.ts'
import type { Benchmark } from '../benchmark.ts'
import { Devtools } from '../browser/devtools.ts'
import { openPeers, visitAll } from '../browser/first-key.ts'
import type { Subject } from '../browser/subject.ts'
import type { Visit } from '../browser/visit.ts'
import { medianOf } from '../statistics.ts'
import { peerFiles, peerSubjects } from '../vendors/pages.ts'
import { names, openPhonePages } from './pages.ts'

/** Milliseconds, and kbit/s: what Lighthouse calls slow 4G. */
const speed = { rtt: 150, down: 1_600, up: 750 } as const

const measures: readonly Measure[] = [
  { name: 'typed', label: 'ready to type, ms', digits: 0, chart: 'On a phone: until the card number can be typed' },
  { name: 'whole', label: 'with wallets, ms', digits: 0 },
  { name: 'paint', label: "the page's largest paint, ms", digits: 0 },
  { name: 'shift', label: 'layout shift', digits: 3 },
]

/** The median of each measure, with the least and the most of the visits. */
function rowOf({ name, isFloor }: Subject, visits: readonly Visit[]): Row {
  const of: Readonly<Record<string, (visit: Visit) => number>> = {
    typed: ({ typed }) => typed,
    whole: ({ ready }) => ready,
    paint: ({ paint }) => paint,
    shift: ({ shift }) => shift,
  }
  const values = Object.entries(of).flatMap(([measure, read]) => {
    const all = visits.map(read)
    return [
      [measure, medianOf(all)],
      [`${measure}Least`, Math.min(...all)],
      [`${measure}Most`, Math.max(...all)],
    ] as const
  })
  return { name, ...(isFloor && { isFloor }), values: { n: visits.length, ...Object.fromEntries(values) } }
}

/** What a phone on a mobile network waits for, beside the page without a checkout and other vendors' checkouts. */
export const phone: Benchmark = async (options, report) => {
  build()
  const vendors = options.hasPeers ? await openPeers(report) : undefined
  const pages = await openPhonePages(speed, vendors ? peerFiles() : new Map(), vendors)
  const browser = await Devtools.launch(pages.flags)
  try {
    const subjects = [...pages.subjects, ...(vendors ? peerSubjects(pages.origin) : [])]
    const visits = await visitAll(browser, subjects, { ...options, latency: 0 }, (line) => report(`phone: ${line}`))
    return {
      conditions: [
        `medians of ${options.rounds} interleaved visits`,
        `a link of ${speed.rtt} ms, ${speed.down / 1000} and ${speed.up / 1000} Mbit/s with TCP, TLS, HTTP/2 and slow start`,
        `a processor ${options.throttle} times slower`,
        await browser.version(),
      ],
      comparisons: [
        { title: 'time', subject: names.tag, measures, rows: [...visits].map(([subject, all]) => rowOf(subject, all)) },
      ],
    }
  } finally {
    await browser.close()
    await pages.close()
    vendors?.close()
  }
}
