import type { Figure } from '../../../test/support/figure.ts'
import type { Kind } from './requests.ts'
import { medianOf } from './median.ts'
import { cpuOf, type Stack } from './stack.ts'

const LINES = 32
const MOST = 3.5

/** The compared servers, with the kind of request that each receives. */
const request = { relay: 'relayed', passThrough: 'direct', proxy: 'outcome' } as const satisfies Record<string, Kind>
type Who = keyof typeof request
const all = Object.keys(request) as Who[]

/** CPU time of a request in microseconds, by server. */
export type Costs = Readonly<Record<Who, number>>

/**
 * The CPU time of the proxy compared with a bare relay, which sends the gateway the same and checks nothing, and with a
 * server that passes everything through: reading an order, which is one call of the gateway for all, each request with
 * a ticket of its own. Rounds take turns, so that the machine's changes affect all.
 */
export const measureOverhead = async (stack: Stack, seconds: number, rounds: number): Promise<readonly Figure[]> =>
  figuresOf(await measureCosts(stack, seconds, rounds))

/** The costs of each round, after two that do not count. */
export async function measureCosts(stack: Stack, seconds: number, rounds: number): Promise<readonly Costs[]> {
  const cost = async (who: Who, name: string): Promise<number> => {
    const before = cpuOf(stack[who])
    const { request: count } = await stack.run({
      port: stack[who].port,
      kind: request[who],
      name,
      seconds,
      lines: LINES,
    })
    return (cpuOf(stack[who]) - before) / count
  }
  const round = async (name: string): Promise<Costs> => {
    const costs = { relay: 0, passThrough: 0, proxy: 0 }
    for (const who of all) costs[who] = await cost(who, `${name}-${who}`)
    return costs
  }
  for (const name of ['warm', 'warmer']) await round(name)
  const costs: Costs[] = []
  for (let count = 0; count < rounds; count++) costs.push(await round(`cpu-${count}`))
  return costs
}

/** The median of several rounds, for each server by itself. */
export function figuresOf(costs: readonly Costs[]): readonly Figure[] {
  const median = (of: (costs: Costs) => number): number => medianOf(costs.map(of))
  const [quotient, through] = [
    median(({ relay, proxy }) => proxy / relay),
    median((one) => one.passThrough / one.relay),
  ]
  const [bare, ours] = [median(({ relay }) => relay), median(({ proxy }) => proxy)]
  return [
    {
      name: 'CPU of a request, over a bare Fastify and undici relay (reading an order: one gateway call each)',
      target: `≤ ${MOST} times`,
      measured: `${quotient.toFixed(1)} times (${ours.toFixed(0)} µs over ${bare.toFixed(0)} µs); @fastify/http-proxy ${through.toFixed(1)} times; on Node ${process.versions.node}`,
      isMet: quotient <= MOST,
    },
  ]
}
