import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadScriptTag, serveScriptTag } from '#proxy/static-files/script-tag.ts'
import { openTestProxy } from '../support/test-proxy.ts'

let dist: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tender-'))
  await mkdir(join(dist, 'cdn/chunks'), { recursive: true })
  await writeFile(join(dist, 'cdn/checkout.js'), 'entry()')
  await writeFile(join(dist, 'cdn/chunks/a-1.js'), 'export {}')
  await writeFile(join(dist, 'cdn/chunks/notes.md'), 'no script')
})
afterEach(() => rm(dist, { recursive: true }))

async function served() {
  const app = fastify()
  serveScriptTag(app, await loadScriptTag(dist))
  return app
}

test('any shop may load the entry and its chunks, and nothing else of the folder', async () => {
  const app = await served()
  for (const url of ['/v1/checkout.js', '/v1/chunks/a-1.js']) {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
  for (const url of ['/v1/chunks/notes.md', '/v1/chunks/../../package.json', '/v1/'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test('a chunk whose address failed has others, beside those of what it imports; the entry has none', async () => {
  const app = await served()
  const { statusCode, headers, body } = await app.inject('/v1/retry-3/chunks/a-1.js')
  expect([statusCode, body]).toEqual([200, 'export {}'])
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect((await app.inject('/v1/chunks/a-1.js?retry=7')).body).toBe('export {}')
  for (const url of ['/v1/retry-3/checkout.js', '/v1/retry-3/chunks/notes.md', '/v1/retry-3/x/chunks/a-1.js'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test('a chunk is kept for ever, the entry is asked for again soon and cheaply', async () => {
  const app = await served()
  expect((await app.inject('/v1/chunks/a-1.js')).headers['cache-control']).toContain('immutable')
  const { headers } = await app.inject('/v1/checkout.js')
  expect(headers['cache-control']).toBe('public, max-age=300')
  const again = await app.inject({ url: '/v1/checkout.js', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the entry has an address that names its bytes, which a page may pin', async () => {
  const app = await served()
  const { headers, body } = await app.inject('/v1/integrity.json')
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
  const hashes = JSON.parse(body) as Record<string, string>
  expect(Object.keys(hashes).toSorted()).toEqual([
    expect.stringMatching(/^\/v1\/checkout-[0-9a-f]{16}\.js$/),
    '/v1/chunks/a-1.js',
  ])
  for (const [url, integrity] of Object.entries(hashes)) {
    const answer = await app.inject(url)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(`sha384-${createHash('sha384').update(answer.rawPayload).digest('base64')}`).toBe(integrity)
  }
  await writeFile(join(dist, 'cdn/checkout.js'), 'entry(2)')
  const other = JSON.parse((await (await served()).inject('/v1/integrity.json')).body) as object
  expect(Object.keys(other).filter((url) => url in hashes)).toEqual(['/v1/chunks/a-1.js'])
})

test('a build that is missing is reported', async () => {
  await rm(join(dist, 'cdn'), { recursive: true })
  await expect(loadScriptTag(dist)).rejects.toThrow('npm run build')
})

test.each([
  ['GET', '/v1/chekout.js', 404, '// not_found: '],
  ['POST', '/v1/checkout.js', 405, '// method_refused: '],
] as const)(
  '%s %s is refused by a script that does nothing, which any shop may read',
  async (method, url, status, begin) => {
    const { app } = await openTestProxy({ options: { scriptTag: await loadScriptTag(dist) } })
    const { statusCode, headers, body } = await app.inject({ method, url, headers: { host: 'pay.shop.example' } })
    expect([statusCode, body.slice(0, begin.length), body.trimEnd().includes('\n')]).toEqual([status, begin, false])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  },
)

test('elsewhere a refusal is for nobody but the proxy’s own pages', async () => {
  const { app } = await openTestProxy({ options: { scriptTag: await loadScriptTag(dist) } })
  for (const url of ['/v1', '/v2/checkout.js', '/card/v1/checkout.js', '/api/refund']) {
    const { statusCode, headers } = await app.inject({ url, headers: { host: 'pay.shop.example' } })
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([404, 'same-origin'])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('where the bank’s page is the only way to pay, the evergreen entry says so, and the one with its hash stays', async () => {
  const files = await loadScriptTag(dist)
  const pinned = [...files.keys()].find((name) => name.startsWith('checkout-'))!
  const { send } = await openTestProxy({ env: { TENDER_BANK_PAGE: 'only' }, options: { scriptTag: files } })
  expect((await send({ url: '/v1/checkout.js' })).body).toBe("self['bank-page']=1;entry()")
  expect((await send({ url: `/v1/${pinned}` })).body).toBe('entry()')
})

test('the evergreen entry names the files of the methods that its proxy offers', async () => {
  const files = new Map(
    ['checkout.js', 'express', 'wallet', 'google-pay', 'apple-pay', 'sandbox-wallet'].map((name) => [
      name.includes('.') ? name : `chunks/${name}-12345678.js`,
      { bytes: Buffer.from('entry()') },
    ]),
  )
  const google = {
    TENDER_GOOGLE_PAY_NAME: 'Shop',
    TENDER_GOOGLE_PAY_COUNTRY: 'LT',
    TENDER_GOOGLE_PAY_GATEWAY: 'bank',
  }
  const { send } = await openTestProxy({ env: google, options: { scriptTag: files } })
  expect((await send({ url: '/v1/checkout.js' })).body).toBe(
    `self['tender-files']={"express":"express-12345678.js","wallet":"wallet-12345678.js","googlePay":"google-pay-12345678.js"};entry()`,
  )
  // By which a reader knows what the entry says besides its own bytes.
  expect(JSON.parse((await send({ url: '/v1/integrity.json' })).body)).toMatchObject({
    offers: { only: false, chunks: { express: 'express', wallet: 'wallet', googlePay: 'google-pay' } },
  })
})
