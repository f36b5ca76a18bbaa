import { chromium } from 'playwright'
import type { Measure, Row } from '../documents/benchmarks.ts'
import { openMounts, type Held } from '../../test/journeys/support/mounts.ts'
import build from '../../test/support/build.ts'
import { chromiumOptions } from '../../test/support/chromium.ts'
import type { Benchmark } from './benchmark.ts'

const FIRST = 10

const measures: readonly Measure[] = [
  { name: 'documents', label: 'documents', digits: 0 },
  { name: 'frames', label: 'frames', digits: 0 },
  { name: 'nodes', label: 'nodes', digits: 0 },
  { name: 'listeners', label: 'event listeners', digits: 0 },
  { name: 'ports', label: 'message ports', digits: 0 },
  { name: 'observers', label: 'observers', digits: 0 },
  { name: 'mediaQueries', label: 'media queries', digits: 0 },
  { name: 'controllers', label: 'abort controllers', digits: 0 },
  { name: 'checkouts', label: 'checkouts', digits: 0 },
  { name: 'heap', label: 'heap, KiB', digits: 0 },
]

const rowOf = (mounts: number, { heap, ...counts }: Held): Row => ({
  name: `after ${mounts} mounts`,
  values: { ...counts, heap: heap / 1024 },
})

/** What a page holds after 100 checkouts were mounted and unmounted in it, beside what it holds after the first ten. */
export const mounts: Benchmark = async ({ isQuick }, report) => {
  build()
  const total = isQuick ? 40 : 100
  const browser = await chromium.launch(chromiumOptions)
  try {
    const { mount, held, close } = await openMounts(browser)
    report(`mounts: ${total} checkouts in turn`)
    await mount(FIRST)
    const before = rowOf(FIRST, await held())
    await mount(total - FIRST)
    const after = rowOf(total, await held())
    await close()
    return {
      conditions: ['after garbage collections', `Chromium ${browser.version()}`],
      comparisons: [{ title: 'what a page holds', subject: after.name, measures, rows: [before, after] }],
    }
  } finally {
    await browser.close()
  }
}
