import type { Figure } from '../figures/figure.ts'
import { medianOf } from './median.ts'
import { cpuOf, type Town } from './town.ts'

const LINES = 32
const MOST = 1.6

/**
 * What the proxy costs over a bare relay that does the same to the gateway and checks nothing: reading an order, which is
 * one call of the gateway for both, each request with a ticket of its own. Rounds take turns, so that both see one machine.
 */
export async function measureOverhead(town: Town, seconds: number, rounds: number): Promise<readonly Figure[]> {
  const cost = async (who: 'proxy' | 'relay', name: string): Promise<number> => {
    const before = cpuOf(town[who])
    const kind = who === 'proxy' ? 'outcome' : 'relayed'
    const { asked } = await town.run({ port: town[who].port, kind, name, seconds, lines: LINES })
    return (cpuOf(town[who]) - before) / asked
  }
  for (const who of ['relay', 'proxy', 'relay', 'proxy'] as const) await cost(who, `warm-${who}`)
  const costs: { readonly relay: number; readonly proxy: number }[] = []
  for (let round = 0; round < rounds; round++)
    costs.push({ relay: await cost('relay', `cpu-${round}`), proxy: await cost('proxy', `cpu-${round}`) })
  const ratio = medianOf(costs.map(({ relay, proxy }) => proxy / relay))
  const [bare, ours] = [medianOf(costs.map(({ relay }) => relay)), medianOf(costs.map(({ proxy }) => proxy))]
  return [
    {
      name: 'CPU of a request, over a bare Fastify and undici relay (reading an order: one gateway call each)',
      target: `≤ ${MOST} times`,
      measured: `${ratio.toFixed(1)} times (${ours.toFixed(0)} µs over ${bare.toFixed(0)} µs)`,
      isMet: ratio <= MOST,
    },
  ]
}
