import type { Figure } from '../../../test/support/figure.ts'
import { medianOf } from './median.ts'
import type { Report } from './sheet.ts'
import { cpuOf, type Stack } from './stack.ts'

const [GOODPUT, MAX_REFUSAL_TIME] = [0.9, 50]

/** More payments than any machine makes in a second. */
const MOST_A_SECOND = 8000

const goodOf = ({ byStatus, ms }: Report): number => ((byStatus['200']?.count ?? 0) * 1000) / ms

/** The measurements of one round. */
interface Round {
  readonly peak: number
  readonly goodput: number
  readonly dropped: number
  readonly share: number
  /** How much of a core the load generator and the gateway used. */
  readonly beside: number
}

/**
 * Card payments at twice the rate of the proxy's capacity, on schedule: how many it makes, and how soon the others are
 * refused. All requests are signed before the time begins, in both measurements. The load generator and the gateway
 * share a core: how busy it was is reported, since a busy one would be what is measured.
 */
export async function measureOverload(stack: Stack, seconds: number, rounds: number): Promise<readonly Figure[]> {
  const { port } = stack.proxy
  const peakOf = async (name: string): Promise<number> =>
    goodOf(await stack.run({ port, kind: 'pay', name, seconds, lines: 32, ready: MOST_A_SECOND * seconds }))
  await peakOf('peak-warm')
  const seen: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const peak = await peakOf(`peak-${round}`)
    const rate = Math.max(2, 2 * peak)
    const before = cpuOf(stack.gateway)
    const ready = Math.ceil(rate * seconds)
    const report = await stack.run({ port, kind: 'pay', name: `twice-${round}`, seconds, rate, lines: 256, ready })
    const beside = (cpuOf(stack.gateway) - before + report.cpu) / (report.ms * 1000)
    const sent = report.byStatus['503']
    const share = (sent?.count ?? 0) / report.request
    seen.push({ peak, goodput: goodOf(report) / peak, dropped: sent?.p99 ?? 0, share, beside })
  }
  const median = (of: (round: Round) => number): number => medianOf(seen.map(of))
  const [goodput, dropped] = [median((one) => one.goodput), median((one) => one.dropped)]
  const [peak, share, beside] = [median((one) => one.peak), median((one) => one.share), median((one) => one.beside)]
  return [
    {
      name: 'payments made at twice the capacity, of the most that can be made',
      target: `≥ ${GOODPUT * 100} %`,
      measured: `${(goodput * 100).toFixed(0)} % of ${peak.toFixed(0)} payments a second, of three gateway calls each; generator and gateway used ${(beside * 100).toFixed(0)} % of their core`,
      isMet: goodput >= GOODPUT,
    },
    {
      name: 'time in which the rest are answered 503 with Retry-After, from when they were due, p99',
      target: `< ${MAX_REFUSAL_TIME} ms`,
      measured: `${dropped.toFixed(0)} ms; ${(share * 100).toFixed(0)} % were answered so`,
      isMet: dropped < MAX_REFUSAL_TIME && share > 0,
    },
  ]
}
