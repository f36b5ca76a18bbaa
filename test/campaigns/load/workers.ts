import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { end, ours } from '../../support/children.ts'
import type { Figure } from '../../support/figure.ts'
import { root } from '../../support/root.ts'
import { medianOf } from './median.ts'
import { facts } from './requests.ts'
import { cpuOf, type Child, type Stack } from './stack.ts'

const LEAST = 1.6

/** The built `tender proxy` with so many workers, which may use all cores. */
async function startWorkers(count: number, gateway: Child) {
  const child = ours(
    spawn(process.execPath, [`${root}/dist/server/cli.js`, 'proxy'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        TENDER_WORKERS: String(count),
        TENDER_HOST: '127.0.0.1',
        TENDER_PORT: '0',
        TENDER_PUBLIC_URL: `https://${facts.host}`,
        TENDER_SHOP_ORIGINS: 'https://shop.example',
        TENDER_GATEWAY_URL: `http://127.0.0.1:${gateway.port}`,
        TENDER_GATEWAY_USERNAME: 'shop-api',
        TENDER_GATEWAY_PASSWORD: 'a-password',
        TENDER_TICKET_SECRET: facts.secret,
        TENDER_TRUST_PROXY: '127.0.0.1',
      },
    }),
  )
  const port = await portIn(createInterface(child.stderr))
  const pid = child.pid!
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const cpu = (): number => [pid, ...workers.map(Number)].reduce((sum, one) => sum + cpuOf({ pid: one }), 0)
  return { port, cpu, stop: () => end(child, 'SIGKILL') }
}

/** The port that the proxy reports when it listens, after its warnings. */
async function portIn(lines: AsyncIterable<string>): Promise<number> {
  const before: string[] = []
  for await (const line of lines) {
    const port = /listens on 127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port) return Number(port)
    before.push(line)
  }
  throw new Error(`The proxy ended before it listened: ${before.join(' ')}`)
}

interface Measured {
  /** Requests a second, and the CPU time of one in microseconds. */
  readonly rate: number
  readonly cost: number
}

/**
 * Orders that one worker and two read in a second, each with the locks of several: the load generator and the gateway
 * need cores of their own for a fair comparison, so that the CPU time of a request is reported too.
 */
export async function measureWorkers(stack: Stack, seconds: number, rounds: number): Promise<readonly Figure[]> {
  const [one, two] = [await startWorkers(1, stack.gateway), await startWorkers(2, stack.gateway)]
  const measured = async ({ port, cpu }: typeof one, name: string): Promise<Measured> => {
    const before = cpu()
    const { request, ms } = await stack.run({ port, kind: 'outcome', name, seconds, lines: 64 })
    return { rate: (request * 1000) / ms, cost: (cpu() - before) / request }
  }
  try {
    const seen: { readonly one: Measured; readonly two: Measured }[] = []
    for (let round = -1; round < rounds; round++) {
      const both = { one: await measured(one, `one-${round}`), two: await measured(two, `two-${round}`) }
      if (round >= 0) seen.push(both)
    }
    const median = (of: (both: (typeof seen)[0]) => number): number => medianOf(seen.map(of))
    const more = median((both) => both.two.rate / both.one.rate)
    const text = (who: 'one' | 'two'): string =>
      `${median((both) => both[who].rate).toFixed(0)} a second at ${median((both) => both[who].cost).toFixed(0)} µs of CPU`
    return [
      {
        name: 'orders read by two workers, of those by one (gateway and load generator on the same cores)',
        target: `≥ ${LEAST} times, with as many free cores`,
        measured: `${more.toFixed(2)} times: ${text('one')} by one, ${text('two')} by two`,
        isMet: more >= LEAST,
      },
    ]
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
}
