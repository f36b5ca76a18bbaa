import { existsSync } from 'node:fs'
import { measureCosts, type Costs } from '../figures/load/overhead.ts'
import { measurePayments } from '../figures/load/payments.ts'
import { openStack } from '../figures/load/stack.ts'
import { whyNoRedis } from '../../test/support/own-redis.ts'
import type { Comparison, Measure } from '../documents/benchmarks.ts'
import type { Benchmark } from './benchmark.ts'
import { medianOf } from './statistics.ts'

const measures: readonly Measure[] = [
  { name: 'cpu', label: 'CPU time of a request, µs', digits: 0, chart: 'CPU time of a request that reads an order' },
]

const servers: Readonly<Record<keyof Costs, string>> = {
  relay: 'a bare Fastify and undici relay',
  passThrough: '@fastify/http-proxy',
  proxy: 'this proxy',
}

const ofPayments: readonly Measure[] = [
  { name: 'cpu', label: 'CPU time of a proxy for a payment, µs', digits: 0 },
  { name: 'redis', label: 'of Redis, µs', digits: 0 },
  { name: 'rate', label: 'payments a second', digits: 0 },
]

const places = { memory: 'in memory', one: 'with Redis', two: 'two processes with Redis' } as const

async function paymentsOf(seconds: number, rounds: number): Promise<Comparison> {
  const costs = await measurePayments(seconds, rounds)
  const rows = Object.entries(places).map(([place, name]) => ({
    name,
    values: { ...costs[place as keyof typeof places] },
  }))
  return { title: 'where the state is', subject: places.one, measures: ofPayments, rows }
}

/** CPU time of the proxy for a request that reads an order, beside servers that check nothing. */
export const relay: Benchmark = async ({ isQuick }, report) => {
  if (!existsSync('/proc/self/stat')) throw new Error('The CPU time of a process is read from /proc, as Linux has it.')
  const [seconds, rounds] = isQuick ? [1, 3] : [3, 5]
  const stack = await openStack()
  try {
    report(`relay: ${rounds} rounds of ${seconds} s for each server`)
    const costs = await measureCosts(stack, seconds, rounds)
    const rows = Object.entries(servers).map(([who, name]) => ({
      name,
      values: { cpu: medianOf(costs.map((cost) => cost[who as keyof Costs])) },
    }))
    const why = whyNoRedis()
    report(`relay: payments${why ? ` are left out, since there is ${why}` : ', in memory and with Redis'}`)
    return {
      conditions: [`medians of ${rounds} interleaved rounds of ${seconds} s`, 'one gateway call a request'],
      comparisons: [
        { title: 'server', subject: servers.proxy, measures, rows },
        ...(why ? [] : [await paymentsOf(seconds, rounds)]),
      ],
    }
  } finally {
    stack.close()
  }
}
