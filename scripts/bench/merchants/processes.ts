import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { freePort } from '#demo/ports.ts'
import { isOfProcess } from '#proxy/merchants/merchant-file.ts'
import { end, ours } from '../../../test/support/children.ts'
import type { OwnRedis } from '../../../test/support/own-redis.ts'
import { root } from '../../../test/support/root.ts'
import { onCore } from '../../figures/load/stack.ts'
import { factsOf } from '../../figures/load/requests.ts'

/** Where a merchant's gateway and its shop's server are. */
export interface Neighbours {
  readonly gateway: number
  readonly shop?: number
}

/** The variables of the only merchant, or of one of many. */
function environmentOf(merchant: number | undefined, { gateway, shop }: Neighbours): Readonly<Record<string, string>> {
  const { host, secret } = factsOf(merchant)
  return {
    TENDER_PUBLIC_URL: `https://${host}`,
    TENDER_SHOP_ORIGINS: 'https://shop.example',
    TENDER_GATEWAY_URL: `http://127.0.0.1:${gateway}`,
    TENDER_GATEWAY_USERNAME: `shop-${merchant ?? 'api'}`,
    TENDER_GATEWAY_PASSWORD: 'a-password',
    TENDER_TICKET_SECRET: secret,
    ...(shop !== undefined && {
      TENDER_WEBHOOK_URL: `http://127.0.0.1:${shop}/`,
      TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from(`webhook-${secret}`).toString('base64')}`,
      TENDER_SIGNING_SECRET: `signing-${secret}`,
    }),
    TENDER_LIMIT_FORM_TIME_MS: 'none',
    // A gateway that hangs is given up soon, so that a run ends.
    TENDER_GATEWAY_TIMEOUT_MS: '1000',
    TENDER_LOCK_TTL_MS: '4500',
  }
}

const ofProcess = (redis: OwnRedis, port: number) => ({
  TENDER_HOST: '127.0.0.1',
  TENDER_PORT: String(port),
  TENDER_REDIS_URL: redis.url,
  TENDER_TRUST_PROXY: '127.0.0.1',
  TENDER_LOG_LEVEL: 'error',
})

export interface MeasuredProxy {
  readonly pid: number
  readonly port: number
  /** Seconds from the start of the process until the first merchant is answered. */
  readonly started: number
  stop(): Promise<void>
}

/** Starts the built `tender proxy` for one merchant. */
export const startSingle = (redis: OwnRedis, neighbours: Neighbours): Promise<MeasuredProxy> =>
  started(redis, factsOf().host, [], environmentOf(undefined, neighbours))

/** Starts the built `tender proxy --merchants` with a file for each. */
export async function startMany(
  redis: OwnRedis,
  count: number,
  neighboursOf: (merchant: number) => Neighbours,
): Promise<MeasuredProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'merchants-'))
  for (let merchant = 0; merchant < count; merchant += 1) {
    const rows = Object.entries(environmentOf(merchant, neighboursOf(merchant)))
    const own = rows.filter(([name]) => !isOfProcess(name))
    writeFileSync(join(folder, `m${merchant}.env`), own.map(([name, value]) => `${name}=${value}\n`).join(''))
  }
  const proxy = await started(redis, factsOf(0).host, ['--merchants', folder], {})
  return { ...proxy, stop: () => proxy.stop().then(() => rmSync(folder, { recursive: true })) }
}

async function started(
  redis: OwnRedis,
  host: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<MeasuredProxy> {
  const port = await freePort()
  const begun = performance.now()
  const [command, ...rest] = onCore(0, [process.execPath, join(root, 'dist/server/cli.js'), 'proxy', ...args])
  const child = ours(
    spawn(command, rest, {
      // As the files of deploy/ bound the heap.
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        NODE_OPTIONS: '--max-old-space-size=384',
        ...env,
        ...ofProcess(redis, port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  while ((await statusOf(port, host)) !== 200) {
    if (child.exitCode !== null) throw new Error(`The proxy ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { pid: child.pid!, port, started: (performance.now() - begun) / 1000, stop: () => end(child, 'SIGTERM') }
}

/** The status of `/healthz`; undefined while nobody listens. */
const statusOf = (port: number, host: string): Promise<number | undefined> =>
  new Promise((settle) => {
    get({ port, host: '127.0.0.1', path: '/healthz', headers: { host } }, (answer) => {
      answer.resume()
      settle(answer.statusCode)
    }).on('error', () => settle(undefined))
  })

/** A server that takes connections and answers nothing. */
export async function openHanging(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((socket) => void socket.on('error', () => {}).resume())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** How many connections to Redis there are beside that of the question. */
export const connectionsTo = async (redis: OwnRedis): Promise<number> =>
  (await redis.command('CLIENT', 'LIST')).trim().split('\n').length - 1
