import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '#demo/ports.ts'
import { openRedis, whyNoRedis } from '../support/own-redis.ts'
import { built, processes, slow } from '../unit/cli/tender.ts'
import { exampleFiles, ofMerchants } from '../unit/deploy/merchants.ts'

const start = processes()

test.skipIf(whyNoRedis()).each(Object.entries(ofMerchants))(
  'what %s starts for merchants serves those of its volume, with folders of this machine for its volumes',
  slow,
  async (_, { args, env, mounts }) => {
    const redis = await openRedis()
    onTestFinished(() => redis.stop())
    const folders = new Map(mounts.map((path) => [path, mkdtempSync(join(tmpdir(), 'tender-volume-'))]))
    onTestFinished(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
    const mapped = (text: string): string => {
      if (text.startsWith('/') && !folders.has(text)) throw new Error(`There is no volume at ${text}`)
      return folders.get(text) ?? text
    }
    for (const [file, text] of Object.entries(exampleFiles)) writeFileSync(join(mapped('/merchants'), file), text)
    const [port, metrics] = await freePorts(2, 0)
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, mapped(value)]))
    const { printed } = start(process.execPath, [built, ...args.map(mapped)], {
      ...own,
      TENDER_PORT: `${port}`,
      TENDER_METRICS_PORT: `${metrics}`,
      TENDER_METRICS_HOST: '127.0.0.1',
      TENDER_REDIS_URL: redis.url,
    })
    await printed(`for ${Object.keys(exampleFiles).length} merchants of`)
    const statusOf = (host: string): Promise<number> =>
      new Promise((settle, fail) => {
        get({ port, host: '127.0.0.1', path: '/healthz', headers: { host } }, (answer) => {
          answer.resume()
          settle(answer.statusCode!)
        }).on('error', fail)
      })
    const hosts = Object.values(exampleFiles).map((text) => new URL(/URL=(.+)/.exec(text)![1]!).host)
    expect(await Promise.all([...hosts, 'none.pay.example'].map(statusOf))).toEqual([...hosts.map(() => 200), 421])
    const authorization = `Bearer ${env['TENDER_METRICS_TOKEN']}`
    const counted = await fetch(`http://127.0.0.1:${metrics}/metrics`, { headers: { authorization } })
    expect(await counted.text()).toContain('merchant="shop-one"')
  },
)
