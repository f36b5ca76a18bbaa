import { existsSync } from 'node:fs'
import build from '../../../test/support/build.ts'
import { openRedis, whyNoRedis } from '../../../test/support/own-redis.ts'
import { openLoad, rssOf, type Load } from '../../figures/load/stack.ts'
import type { Benchmark } from '../benchmark.ts'
import { connectionsTo, openHanging, startMany, startSingle, type MeasuredProxy } from './processes.ts'

/** Payments a second, of so many merchants, on connections that are kept open. */
const [RATE, ACTIVE, LINES] = [300, 100, 64]

/** Merchants who do what disturbs others: one floods, the gateway of one hangs, and the shop of one; the first of the rest. */
const [FLOODING, NO_GATEWAY, NO_SHOP, QUIET] = [0, 1, 2, 3]

const single = 'one merchant, in a process of its own'

/** A process for many merchants beside one for a single merchant, and what a merchant costs the others. */
export const merchants: Benchmark = async ({ isQuick }, report) => {
  const why = whyNoRedis() ?? (existsSync('/proc/self/stat') ? undefined : 'no /proc/self/stat')
  if (why) throw new Error(`Many merchants cannot be measured: ${why}.`)
  const [count, seconds] = isQuick ? [200, 5] : [1000, 20]
  const many = `${count.toLocaleString('en')} merchants`
  build()
  const [redis, load, hanging] = [await openRedis(), await openLoad(), await openHanging()]
  try {
    const gateway = load.gateway.port
    report('merchants: one merchant')
    const one = await measured(await startSingle(redis, { gateway }), async (proxy) => {
      const begun = rssOf(proxy)
      await pay(load, proxy, 5, 'first')
      const times = await pay(load, proxy, seconds, 'one')
      return { begun, held: rssOf(proxy), connections: await connectionsTo(redis), ...times }
    })
    report(`merchants: ${many}`)
    const neighboursOf = (merchant: number) => ({
      gateway: merchant === NO_GATEWAY ? hanging.port : gateway,
      ...(merchant === NO_SHOP && { shop: hanging.port }),
    })
    const all = await measured(await startMany(redis, count, neighboursOf), async (proxy) => {
      const begun = rssOf(proxy)
      await pay(load, proxy, 5, 'first', ACTIVE)
      const quiet = await pay(load, proxy, seconds, 'quiet', ACTIVE)
      const [held, connections] = [rssOf(proxy), await connectionsTo(redis)]
      const during = async (name: string, merchant: number, lines: number): Promise<Times> => {
        report(`merchants: ${name}`)
        const disturbs = {
          kind: 'pay',
          name: `disturbs-${merchant}`,
          merchants: { first: merchant, count: 1 },
        } as const
        const [others] = await Promise.all([
          pay(load, proxy, seconds, `beside-${merchant}`, ACTIVE),
          load.runBeside({ ...disturbs, port: proxy.port, seconds, lines }),
        ])
        return others
      }
      const flood = await during('a merchant floods', FLOODING, 64)
      const noGateway = await during('the gateway of a merchant hangs', NO_GATEWAY, 64)
      const noShop = await during('the shop of a merchant hangs', NO_SHOP, 4)
      report('merchants: each is asked')
      const rest = { first: QUIET, count: count - QUIET }
      const asked = { port: proxy.port, kind: 'outcome', name: 'each', lines: 8 } as const
      await load.runBeside({ ...asked, seconds: 120, most: rest.count, merchants: rest })
      return { begun, held, connections, ...quiet, flood, noGateway, noShop, all: rssOf(proxy) }
    })
    return {
      conditions: [
        `without webhooks, but for the shop that hangs`,
        `${RATE} payments a second for ${seconds} s, of ${ACTIVE} of ${many}`,
        'the proxy on one core; gateway, Redis and load on the other',
      ],
      comparisons: [
        {
          title: 'process',
          subject: many,
          measures: [
            { name: 'started', label: 'start, s', digits: 1 },
            { name: 'begun', label: 'memory at the start, MB', digits: 0 },
            { name: 'held', label: 'memory after the payments, MB', digits: 0 },
            { name: 'all', label: 'memory once every merchant was asked, MB', digits: 0 },
            { name: 'connections', label: 'connections to Redis', digits: 0 },
          ],
          rows: [row(single, { ...one, all: null }), row(many, all)],
        },
        {
          title: 'payments',
          subject: `of ${ACTIVE} of ${many}`,
          measures: times,
          rows: [row(single, one), row(`of ${ACTIVE} of ${many}`, all)],
        },
        {
          title: 'the others, while',
          subject: 'nobody disturbs',
          measures: times,
          rows: [
            row('nobody disturbs', all),
            row('a merchant floods', all.flood),
            row('the gateway of a merchant hangs', all.noGateway),
            row('the shop of a merchant hangs', all.noShop),
          ],
        },
      ],
    }
  } finally {
    hanging.close()
    load.close()
    await redis.stop()
  }
}

interface Times {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Payments that were refused for the load, in a hundred. */
  readonly refused: number
}

const times = [
  { name: 'p50', label: 'p50, ms', digits: 1 },
  { name: 'p95', label: 'p95, ms', digits: 1 },
  { name: 'p99', label: 'p99, ms', digits: 1 },
  { name: 'refused', label: 'refused, %', digits: 1 },
]

const row = (name: string, values: object) => ({ name, values: values as Readonly<Record<string, number | null>> })

async function measured<T extends object>(
  proxy: MeasuredProxy,
  measure: (proxy: MeasuredProxy) => Promise<T>,
): Promise<T & { readonly started: number }> {
  try {
    return { started: proxy.started, ...(await measure(proxy)) }
  } finally {
    await proxy.stop()
  }
}

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
