import type { Figure } from '../../../test/support/figure.ts'
import { medianOf } from './median.ts'
import type { Total } from './sheet.ts'
import type { Stack } from './stack.ts'

const [P50, P99] = [1, 10]

/** The time that the proxy adds to the gateway's own answer time, at a fixed rate; both are measured in turn. */
export async function measureLatency(
  stack: Stack,
  rate: number,
  seconds: number,
  rounds: number,
): Promise<readonly Figure[]> {
  const { proxy, gateway } = stack
  const request = async (port: number, kind: 'outcome' | 'direct', name: string): Promise<Total> => {
    const { byStatus } = await stack.run({ port, kind, name, seconds, rate, lines: 64 })
    return byStatus['200']!
  }
  const added: { readonly p50: number; readonly p99: number; readonly dropped: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const direct = await request(gateway.port, 'direct', `direct-${round}`)
    const through = await request(proxy.port, 'outcome', `through-${round}`)
    const dropped = direct.count - through.count
    added.push({ p50: through.p50 - direct.p50, p99: through.p99 - direct.p99, dropped })
  }
  const at = (name: 'p50' | 'p99'): number => medianOf(added.map((one) => one[name]))
  const dropped = added.reduce((sum, one) => sum + one.dropped, 0)
  const sent = dropped ? `, ${dropped} of ${rate * seconds * rounds} refused` : ''
  return [
    {
      name: `time that the proxy adds at ${rate.toLocaleString('en')} requests a second, on schedule`,
      target: `p50 ≤ ${P50} ms, p99 ≤ ${P99} ms`,
      measured: `p50 ${at('p50').toFixed(1)} ms, p99 ${at('p99').toFixed(1)} ms${sent}`,
      isMet: at('p50') <= P50 && at('p99') <= P99 && dropped === 0,
    },
  ]
}
