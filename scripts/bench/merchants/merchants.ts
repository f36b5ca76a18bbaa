import { existsSync } from 'node:fs'
import build from '../../../test/support/build.ts'
import { openRedis, whyNoRedis } from '../../../test/support/own-redis.ts'
import { medianOf } from '../../figures/load/median.ts'
import { openLoad, rssOf, type Load } from '../../figures/load/stack.ts'
import type { Benchmark } from '../benchmark.ts'
import { connectionsTo, openHanging, startMany, startSingle, type MeasuredProxy } from './processes.ts'

/** Payments a second, of so many merchants, on connections that are kept open. */
const [RATE, ACTIVE, LINES] = [300, 100, 64]

/** Merchants who do what disturbs others: one floods, the gateway of one hangs, and the shop of one; the first of the rest. */
const [FLOODING, NO_GATEWAY, NO_SHOP, QUIET] = [0, 1, 2, 3]

/** A process for many merchants beside one for a single merchant, and what a merchant costs the others. */
export const merchants: Benchmark = async ({ isQuick }, report) => {
  const why = whyNoRedis() ?? (existsSync('/proc/self/stat') ? undefined : 'no /proc/self/stat')
  if (why) throw new Error(`Many merchants cannot be measured: ${why}.`)
  const [count, seconds, rounds] = isQuick ? [200, 5, 1] : [1000, 10, 3]
  const many = `${count.toLocaleString('en')} merchants`
  build()
  const [redis, load, hanging] = [await openRedis(), await openLoad(), await openHanging()]
  const proxies: MeasuredProxy[] = []
  try {
    const gateway = load.gateway.port
    const opened = async (proxy: MeasuredProxy): Promise<MeasuredProxy & { readonly begun: number }> => {
      proxies.push(proxy)
      return { ...proxy, begun: rssOf(proxy) }
    }
    const one = await opened(await startSingle(redis, { gateway }))
    const ofOne = await connectionsTo(redis)
    const all = await opened(
      await startMany(redis, count, (merchant) => ({
        gateway: merchant === NO_GATEWAY ? hanging.port : gateway,
        ...(merchant === NO_SHOP && { shop: hanging.port }),
      })),
    )
    let runs = 0
    const name = (): string => `run-${(runs += 1)}`
    const alone = (time = seconds): Promise<Times> => pay(load, one, time, name())
    const quiet = (time = seconds): Promise<Times> => pay(load, all, time, name(), ACTIVE)
    /** The others, while one sends on so many connections; `port` and `rate` are those of a comparison. */
    const beside = async (merchant: number, lines: number, { port = all.port, rate = 0 } = {}): Promise<Beside> => {
      const of = { merchants: { first: merchant, count: 1 }, ...(rate > 0 && { rate }) }
      const [others, { request }] = await Promise.all([
        quiet(),
        load.runBeside({ kind: 'pay', name: name(), port, seconds, lines, ...of }),
      ])
      return { ...others, rate: request / seconds }
    }
    report('merchants: the first payments')
    await alone(5)
    await quiet(5)
    const held = { one: rssOf(one), all: rssOf(all), connections: (await connectionsTo(redis)) - ofOne }
    const measured: Record<string, Times>[] = []
    for (let round = 1; round <= rounds; round += 1) {
      report(`merchants: round ${round} of ${rounds}`)
      const [single, nobody, flood] = [await alone(), await quiet(), await beside(FLOODING, 64)]
      const past = await beside(FLOODING, 64, { port: gateway, rate: flood.rate })
      measured.push({ single, nobody, flood, past, noGateway: await beside(NO_GATEWAY, 64) })
    }
    report('merchants: the shop of a merchant hangs')
    // At the end, since its webhooks are sent again for long.
    for (const round of measured) round['noShop'] = await beside(NO_SHOP, 4)
    report('merchants: each is asked')
    const rest = { first: QUIET, count: count - QUIET }
    const asked = { port: all.port, kind: 'outcome', name: 'each', lines: 8 } as const
    await load.runBeside({ ...asked, seconds: 120, most: rest.count, merchants: rest })
    const rowOf = (at: keyof typeof rowNames) => {
      const median = (of: keyof Times): number => medianOf(measured.map((round) => round[at]![of]))
      return row(rowNames[at], Object.fromEntries(times.map((time) => [time.name, median(time.name)])))
    }
    return {
      conditions: [
        `medians of ${rounds} interleaved rounds of ${seconds} s`,
        `${RATE} payments a second, of ${ACTIVE} of ${many}`,
        'without webhooks, but for the shop that hangs',
        'the proxy on one core; gateway, Redis and load on the other',
      ],
      comparisons: [
        {
          title: 'process',
          subject: many,
          measures: [
            { name: 'started', label: 'start, s', digits: 1 },
            { name: 'begun', label: 'memory at the start, MB', digits: 0 },
            { name: 'held', label: 'memory after the first payments, MB', digits: 0 },
            { name: 'all', label: 'memory once every merchant was asked, MB', digits: 0 },
            { name: 'connections', label: 'connections to Redis', digits: 0 },
          ],
          rows: [
            row(rowNames.single, { ...one, held: held.one, all: null, connections: ofOne }),
            row(many, { ...all, held: held.all, all: rssOf(all), connections: held.connections }),
          ],
        },
        {
          title: 'payments of the others, while',
          subject: rowNames.nobody,
          measures: times,
          rows: (Object.keys(rowNames) as (keyof typeof rowNames)[]).map(rowOf),
        },
      ],
    }
  } finally {
    for (const proxy of proxies) await proxy.stop()
    hanging.close()
    load.close()
    await redis.stop()
  }
}

const rowNames = {
  single: 'one merchant, in a process of its own',
  nobody: 'nobody disturbs',
  flood: 'a merchant floods',
  past: 'as many requests go past the proxy',
  noGateway: 'the gateway of a merchant hangs',
  noShop: 'the shop of a merchant hangs',
} as const

interface Times {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Payments that were refused for the load, in a hundred. */
  readonly refused: number
}

interface Beside extends Times {
  /** Requests a second of who disturbs. */
  readonly rate: number
}

const times = [
  { name: 'p50', label: 'p50, ms', digits: 1 },
  { name: 'p95', label: 'p95, ms', digits: 1 },
  { name: 'p99', label: 'p99, ms', digits: 1 },
  { name: 'refused', label: 'refused, %', digits: 1 },
] as const

const row = (name: string, values: object) => ({ name, values: values as Readonly<Record<string, number | null>> })

/** Payments on schedule: of the only merchant, or of so many who disturb nobody. */
async function pay(
  { run }: Load,
  { port }: MeasuredProxy,
  seconds: number,
  name: string,
  count?: number,
): Promise<Times> {
  const of = count === undefined ? {} : { merchants: { first: QUIET, count } }
  const { byStatus, request } = await run({ port, kind: 'pay', name, seconds, rate: RATE, lines: LINES, ...of })
  const { count: taken, p50, p95, p99 } = byStatus['200']!
  return { p50, p95, p99, refused: ((request - taken) / request) * 100 }
}
