import type { Figure } from '../../figures/figure.ts'
import { medianOf } from './median.ts'
import type { Tally } from './sheet.ts'
import type { Town } from './town.ts'

const [P50, P99] = [1, 10]

/** What the proxy adds to the answer time of the gateway itself, asked on schedule, by turns. */
export async function measureLatency(
  town: Town,
  rate: number,
  seconds: number,
  rounds: number,
): Promise<readonly Figure[]> {
  const { proxy, gateway } = town
  const asked = async (port: number, kind: 'outcome' | 'direct', name: string): Promise<Tally> => {
    const { byStatus } = await town.run({ port, kind, name, seconds, rate, lines: 64 })
    return byStatus['200']!
  }
  const added: { readonly p50: number; readonly p99: number; readonly shed: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const direct = await asked(gateway.port, 'direct', `direct-${round}`)
    const through = await asked(proxy.port, 'outcome', `through-${round}`)
    const shed = direct.count - through.count
    added.push({ p50: through.p50 - direct.p50, p99: through.p99 - direct.p99, shed })
  }
  const at = (name: 'p50' | 'p99'): number => medianOf(added.map((one) => one[name]))
  const shed = added.reduce((sum, one) => sum + one.shed, 0)
  const sent = shed ? `, ${shed} of ${rate * seconds * rounds} sent away` : ''
  return [
    {
      name: `time that the proxy adds at ${rate.toLocaleString('en')} requests a second, on schedule`,
      target: `p50 ≤ ${P50} ms, p99 ≤ ${P99} ms`,
      measured: `p50 ${at('p50').toFixed(1)} ms, p99 ${at('p99').toFixed(1)} ms${sent}`,
      isMet: at('p50') <= P50 && at('p99') <= P99 && shed === 0,
    },
  ]
}
