import type { Figure } from '../../support/figure.ts'
import { medianOf } from './median.ts'
import type { Report } from './sheet.ts'
import type { Stack } from './stack.ts'

const [GOODPUT, SHED] = [0.9, 50]

/** More payments than any machine makes in a second; they are signed before the time begins, in both measurements. */
const MOST_A_SECOND = 6000

const goodOf = ({ byStatus, ms }: Report): number => ((byStatus['200']?.count ?? 0) * 1000) / ms

/** Card payments at twice the rate of the proxy's capacity: how many it makes, and how soon the others are refused. */
export async function measureOverload(stack: Stack, seconds: number, rounds: number): Promise<readonly Figure[]> {
  const { port } = stack.proxy
  const ready = MOST_A_SECOND * seconds
  const peakOf = async (name: string): Promise<number> =>
    goodOf(await stack.run({ port, kind: 'pay', name, seconds, lines: 32, ready }))
  await peakOf('peak-warm')
  const seen: { readonly peak: number; readonly goodput: number; readonly dropped: number; readonly share: number }[] =
    []
  for (let round = 0; round < rounds; round++) {
    const peak = await peakOf(`peak-${round}`)
    const rate = Math.max(2, 2 * peak)
    const report = await stack.run({ port, kind: 'pay', name: `twice-${round}`, seconds, rate, lines: 256, ready })
    const sent = report.byStatus['503']
    const share = (sent?.count ?? 0) / report.request
    seen.push({ peak, goodput: goodOf(report) / peak, dropped: sent?.p99 ?? 0, share })
  }
  const [goodput, dropped] = [medianOf(seen.map((one) => one.goodput)), medianOf(seen.map((one) => one.dropped))]
  const [peak, share] = [medianOf(seen.map((one) => one.peak)), medianOf(seen.map((one) => one.share))]
  return [
    {
      name: 'payments made at twice the capacity, of the most that can be made',
      target: `≥ ${GOODPUT * 100} %`,
      measured: `${(goodput * 100).toFixed(0)} % of ${peak.toFixed(0)} payments a second, of three gateway calls each`,
      isMet: goodput >= GOODPUT,
    },
    {
      name: 'time in which the rest are answered 503 with Retry-After, from when they were due, p99',
      target: `< ${SHED} ms`,
      measured: `${dropped.toFixed(0)} ms; ${(share * 100).toFixed(0)} % were answered so`,
      isMet: dropped < SHED && share > 0,
    },
  ]
}
