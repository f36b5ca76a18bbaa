import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#texts/locales.ts'
import { frameTexts } from '#texts/texts.ts'
import { loadScriptTag } from '#proxy/static-files/script-tag.ts'
import { apiKey } from '../webhooks/stand.ts'
import { cardFor, documents, openTestProxy, order, type TestProxy } from '../support/test-proxy.ts'

const everyCoding = 'gzip, deflate, br, zstd'
const script = 'export const price = 4990\n'.repeat(20)

let proxy: TestProxy
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tender-'))
  await mkdir(join(dist, 'cdn/chunks'), { recursive: true })
  for (const name of ['checkout.js', 'chunks/a-1.js']) {
    const path = join(dist, 'cdn', name)
    await writeFile(path, script)
    await writeFile(`${path}.br`, brotliCompressSync(script))
    await writeFile(`${path}.gz`, gzipSync(script))
  }
  const card = { ...documents.card, br: brotliCompressSync(documents.card.bytes) }
  proxy = await openTestProxy({
    env: { TENDER_API_KEYS: apiKey },
    options: { scriptTag: await loadScriptTag(dist), documents: { ...documents, card } },
  })
})
afterAll(async () => {
  await proxy.app.close()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  proxy.send({ method, url, headers: { 'sec-fetch-site': 'same-origin', ...headers } })

const decoded = { br: brotliDecompressSync, gzip: gunzipSync } as const
const texts = async (tag: string) => {
  const { direction, load } = locales.get(tag)!
  return JSON.stringify({ locale: tag, direction, card: frameTexts(await load()) })
}

describe.each(['/v1/checkout.js', '/v1/chunks/a-1.js', '/v1/retry-1/chunks/a-1.js', '/api/texts/ru'])('%s', (url) => {
  const plain = () => (url.startsWith('/api') ? texts('ru') : script)

  test.each(['br', 'gzip'] as const)(
    'is sent compressed by %s, and each coding has an ETag of its own',
    async (coding) => {
      const answer = await get(url, { 'accept-encoding': coding })
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(decoded[coding](answer.rawPayload).toString()).toBe(await plain())
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
      expect(answer.headers.etag).toMatch(new RegExp(`^"[\\w-]{22}-${coding}"$`))
    },
  )

  test.each([undefined, 'identity', '*;q=0', 'br;q=0, gzip;q=0'])(
    'is sent as it is to who accepts “%s”',
    async (accepted) => {
      const answer = await get(url, accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect([answer.headers.vary, answer.body]).toEqual(['accept-encoding', await plain()])
    },
  )

  test('a HEAD says what the GET does', async () => {
    const requested = { 'accept-encoding': everyCoding }
    const [whole, head] = [await get(url, requested), await get(url, requested, 'HEAD')]
    const without = ({ 'x-request-id': _, date: __, ...headers }: Readonly<Record<string, unknown>>) => headers
    expect(without(head.headers)).toEqual(without(whole.headers))
    expect([head.statusCode, head.body, whole.headers['content-encoding']]).toEqual([200, '', 'br'])
  })

  test('what the browser has is not sent again, but in another coding it is', async () => {
    const { etag } = (await get(url, { 'accept-encoding': 'br' })).headers
    for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag, again.headers.vary]).toEqual([
        304,
        '',
        etag,
        'accept-encoding',
      ])
      expect(again.headers['cache-control']).toMatch(/max-age=/)
      expect(again.headers['content-encoding']).toBeUndefined()
    }
    expect((await get(url, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })).statusCode).toBe(200)
  })
})

test('a frame’s script is compressed where the build has made that, and is as it is otherwise', async () => {
  const card = await get('/assets/card/card-abc.js', { 'accept-encoding': everyCoding })
  expect([card.headers['content-encoding'], brotliDecompressSync(card.rawPayload).toString()]).toEqual([
    'br',
    '// card',
  ])
  const challenge = await get('/assets/challenge/challenge-abc.js', { 'accept-encoding': everyCoding })
  expect([challenge.headers['content-encoding'], challenge.body]).toEqual([undefined, '// challenge'])
})

test('texts are kept by the browser as long as the script tag, and by nobody in between', async () => {
  expect((await get('/api/texts/en')).headers['cache-control']).toBe('private, max-age=300')
  expect((await get('/v1/checkout.js')).headers['cache-control']).toBe('public, max-age=300')
})

test('a refusal of texts is not kept, nor compressed', async () => {
  const { statusCode, headers } = await get('/api/texts/x', { 'accept-encoding': everyCoding })
  expect(statusCode).toBe(400)
  expect([headers['cache-control'], headers['content-encoding'], headers.etag]).toEqual([
    'no-store',
    undefined,
    undefined,
  ])
})

describe('a document in an appearance of the address', () => {
  const brotli = (text: string, quality: number): Buffer =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  const document = async (accent: string) => {
    const headers = { 'sec-fetch-dest': 'iframe', 'accept-encoding': 'br' }
    return (await proxy.send({ url: `/card?accent=%23${accent}`, headers })).rawPayload
  }

  test('is compressed at the best level at first, and after many others quickly, until as many were sent as that costs', async () => {
    const colours = Array.from({ length: 30 }, (_, at) => `0000${at + 10}`)
    const levels: number[] = []
    for (const colour of [...colours, ...Array<string>(40).fill(colours[29]!)]) {
      const sent = await document(colour)
      const text = brotliDecompressSync(sent).toString()
      expect(text).toContain(`--accent:#${colour}`)
      levels.push([11, 5].find((quality) => sent.equals(brotli(text, quality)))!)
    }
    expect(new Set(levels.slice(0, 20))).toEqual(new Set([11]))
    expect(new Set(levels.slice(20, 48))).toEqual(new Set([5]))
    expect(new Set(levels.slice(51))).toEqual(new Set([11]))
  })
})

test('nothing that mixes a secret with what a page sends is compressed, which would reveal the secret by its length', async () => {
  const accepting = { 'accept-encoding': everyCoding }
  const { orderId } = await proxy.prepare()
  const own = [
    await proxy.requestFor('checkout'),
    await proxy.requestFor('outcome'),
    await proxy.requestFor('prepare', {}),
    await proxy.requestFor('pay', cardFor(orderId!)),
    await proxy.requestFor('pay', { wrong: 'x'.repeat(5000) }),
    { url: '/3ds', headers: { 'sec-fetch-dest': 'iframe' } },
    { url: '/3ds', headers: { 'sec-fetch-dest': 'iframe' } },
    { url: `/3ds/return?k=${'x'.repeat(3000)}` },
    { url: `/3ds/bank?k=${'x'.repeat(3000)}` },
    { url: `/merchant/orders/${order.orderNumber}`, headers: { authorization: `Bearer ${apiKey}` } },
    { url: '/readyz' },
    { url: `/${'x'.repeat(3000)}` },
  ]
  for (const request of own) {
    const { headers, rawPayload } = await proxy.send({ ...request, headers: { ...request.headers, ...accepting } })
    expect([request.url, headers['content-encoding'], headers.vary]).toEqual([request.url, undefined, undefined])
    expect(rawPayload.length).toBeGreaterThan(0)
  }
})

describe('compressed forms that are of another file', () => {
  test.each([
    ['br', brotliCompressSync('other()')],
    ['gz', gzipSync('other()')],
    ['br', Buffer.from('no brotli')],
  ])('are refused at the start: %s', async (coding, bytes) => {
    const path = join(dist, `cdn/chunks/b-1.js`)
    await writeFile(path, script)
    await writeFile(`${path}.${coding}`, bytes)
    await expect(loadScriptTag(dist)).rejects.toThrow('is of another file: run `npm run build` again')
    await rm(`${path}.${coding}`)
  })
})
