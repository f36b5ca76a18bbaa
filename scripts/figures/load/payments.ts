import { openRedis } from '../../../test/support/own-redis.ts'
import { medianOf } from './median.ts'
import { cpuOf, openStack, type Child } from './stack.ts'

/** Payments of one card each, with all that the proxy asks the gateway and Redis for. */
export interface PaymentCost {
  /** CPU time of a proxy, and of Redis, for a payment, microseconds. */
  readonly cpu: number
  readonly redis: number | null
  /** Payments a second, of all processes. */
  readonly rate: number
}

const LINES = 16

/** What a payment costs in one process, in one that shares its state by Redis, and in two of them at once; medians. */
export async function measurePayments(
  seconds: number,
  rounds: number,
): Promise<Record<'memory' | 'one' | 'two', PaymentCost>> {
  const redis = await openRedis()
  const stack = await openStack(redis.url)
  const redisCpu = async (): Promise<number> => {
    const info = await redis.command('INFO', 'cpu')
    return [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce((sum, [, text]) => sum + Number(text), 0) * 1e6
  }
  let runs = 0
  const measure = async (proxies: readonly Child[]): Promise<PaymentCost> => {
    const before = [proxies.reduce((sum, proxy) => sum + cpuOf(proxy), 0), await redisCpu()] as const
    const reports = await Promise.all(
      proxies.map(({ port }, at) => {
        const task = { port, kind: 'pay', name: `pay-${(runs += 1)}`, seconds, lines: LINES } as const
        return at === 0 ? stack.run(task) : stack.runBeside(task)
      }),
    )
    const count = reports.reduce((sum, { byStatus }) => sum + (byStatus['200']?.count ?? 0), 0)
    return {
      cpu: (proxies.reduce((sum, proxy) => sum + cpuOf(proxy), 0) - before[0]) / count,
      redis: ((await redisCpu()) - before[1]) / count,
      rate: (count * 1000) / Math.max(...reports.map(({ ms }) => ms)),
    }
  }
  const kinds = { memory: [stack.proxy], one: stack.shared.slice(0, 1), two: stack.shared }
  try {
    const all: Record<keyof typeof kinds, PaymentCost>[] = []
    // The first round is for the compiler.
    for (let round = 0; round <= rounds; round++)
      all.push({ memory: await measure(kinds.memory), one: await measure(kinds.one), two: await measure(kinds.two) })
    const median = (kind: keyof typeof kinds, of: keyof PaymentCost): number =>
      medianOf(all.slice(1).map((round) => round[kind][of]!))
    const costOf = (kind: keyof typeof kinds): PaymentCost => ({
      cpu: median(kind, 'cpu'),
      redis: kind === 'memory' ? null : median(kind, 'redis'),
      rate: median(kind, 'rate'),
    })
    return { memory: costOf('memory'), one: costOf('one'), two: costOf('two') }
  } finally {
    stack.close()
    await redis.stop()
  }
}
