import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDocuments } from '#proxy/static-files/documents.ts'
import { locales } from '#texts/locales.ts'
import { documents, openTestProxy, type TestProxy } from '../support/test-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await openTestProxy()
})
afterAll(() => proxy.app.close())

const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  proxy.send({ url, headers: { 'sec-fetch-dest': 'iframe', ...headers } })

const directives = (csp: unknown): Record<string, string> =>
  Object.fromEntries(
    String(csp)
      .split('; ')
      .map((one) => [one.split(' ')[0]!, one.split(' ').slice(1).join(' ')]),
  )

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * The document's one inline script: it adds an empty frame where the other is lost, which the page can count, and reads the
 * order of the ticket in its name.
 */
const inline = [
  "addEventListener('error',e=>(e.target.src||e.error instanceof SyntaxError)&&document.body.append(Object.assign(document.createElement('iframe'),{hidden:true})),true)",
  "if(name&&name.length<=4096)(self.firstReading={ticket:name,answer:fetch('/api/checkout',{headers:{authorization:'Bearer '+name,'accept-language':document.documentElement.lang},signal:AbortSignal.timeout(3e4)})}).answer.catch(()=>{})",
].join(';')

/** The shops, and the proxy itself, whose page of a payment link has the form. */
const shops = 'https://shop.example https://other.example https://pay.shop.example'

/** The marks in the document, each of them a path with its letter in the fixture. */
const marksOf = (width: number, end: string, letters: string): string =>
  `<svg hidden><symbol id="drawn" viewBox="0 0 ${width} 24" preserveAspectRatio="${end}YMid">${[...letters]
    .map((letter, at) => `<g transform="translate(${44 * at})"><path d="${letter}"/></g>`)
    .join('')}</symbol></svg>`

describe('the card document', () => {
  test('can reach nothing but its own origin', async () => {
    const { headers } = await open('/card')
    expect(directives(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'style-src': hashOf(documents.card.form.style),
      'base-uri': "'none'",
      'script-src': `'${documents.card.integrity}' ${hashOf(inline)} https://pay.shop.example/assets/card/`,
      'connect-src': "'self'",
      'form-action': "'none'",
      'frame-ancestors': shops,
      sandbox: 'allow-scripts allow-same-origin allow-forms',
      'worker-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'origin-agent-cluster': '?1',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['permissions-policy']).toContain('payment=(self), publickey-credentials-get=(self)')
  })

  test('names its parents and loads one script, with its hash', async () => {
    const { body, headers } = await open('/card', { 'accept-language': 'ar-EG,en;q=0.5' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const { file } = documents.challenge
    expect(body).toContain(
      `<html lang="ar" dir="rtl" data-parents="${shops}" data-challenge="${file}" data-scheme="light">`,
    )
    expect(body.match(/<body>[^]*$/)?.[0]).toBe(
      `<body>${marksOf(82, 'xMin', 'VM')}<form></form><script>${inline}</script>` +
        `<script type="module" src="/assets/card/card-abc.js" integrity="${documents.card.integrity}"></script></body></html>`,
    )
  })
})

describe('the form in the card document', () => {
  test('is in the language that the page asks for, or else in the browser’s', async () => {
    const langAt = async (url: string) =>
      /<html lang="(\w+)" .*<title>(.*)<\/title>/.exec((await open(url, { 'accept-language': 'ar' })).body)!.slice(1)
    expect(await langAt('/card?locale=ru-KZ')).toEqual(['ru', 'Card ru'])
    expect(await langAt('/card?locale=xx')).toEqual(['ar', 'Card ar'])
    expect(await langAt('/card?locale=ru&locale=en')).toEqual(['ar', 'Card ar'])
    expect(await langAt('/card')).toEqual(['ar', 'Card ar'])
  })

  test.each([
    ['jcb', marksOf(38, 'xMax', 'J')],
    ['mir, visa', marksOf(82, 'xMax', 'MV')],
    ['uatp,humo,visa,mir,jcb', marksOf(170, 'xMax', 'UHVM')],
    ['none', ''],
  ])('has the marks of the first four brands that the shop accepts: %s', async (brands, drawn) => {
    const shop = await openTestProxy({ env: { TENDER_CARD_BRANDS: brands } })
    const { body } = await shop.send({ url: '/card?locale=en', headers: { 'sec-fetch-dest': 'iframe' } })
    expect(body).toContain(`<body>${drawn}<form></form>`)
    await shop.app.close()
  })

  test('has the page’s scheme and tokens, under a policy with the hash of just that sheet', async () => {
    const { body, headers } = await open('/card?scheme=dark&accent=%23FFCC00&radius=99&text=url(//evil)')
    expect(body).toContain('data-scheme="dark"')
    const [, style] = /<style>(.*)<\/style>/.exec(body)!
    expect(style).toBe(`${documents.card.form.style}:root:root{--accent:#ffcc00;--on-accent:#14161a;--radius:24px}`)
    expect(directives(headers['content-security-policy'])['style-src']).toBe(hashOf(style!))
  })

  test('shows no form where the bank’s page is the only way to pay, except to an operator', async () => {
    const { send } = await openTestProxy({ env: { TENDER_BANK_PAGE: 'only' } })
    const body = async (url: string) => (await send({ url, headers: { 'sec-fetch-dest': 'iframe' } })).body
    expect(await body('/card')).toContain('body{display:none}</style>')
    expect(await body('/card?channel=moto')).not.toContain('body{display:none}')
  })

  test('may be cached, by language and coding, and is sent compressed', async () => {
    const { headers, rawPayload } = await open('/card?locale=ru', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'content-encoding': 'br',
      vary: 'accept-encoding, accept-language, sec-fetch-dest',
    })
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<title>Card ru</title>')
  })
})

describe('the challenge document', () => {
  test('is in the language of the element, and has a landmark and a heading that say what it is', async () => {
    const { body } = await open('/3ds?locale=ar', { 'accept-language': 'de' })
    const { challengeFrame } = (await locales.get('ar')!.load()).checkout
    expect(body).toContain('<html lang="ar" dir="rtl"')
    expect(body).toContain(`<title>${challengeFrame}</title>`)
    expect(body.match(/<main>.*<\/main>/g)).toEqual([`<main><h1 hidden>${challengeFrame}</h1></main>`])
  })

  test('may frame any https page, and makes no request', async () => {
    const { headers } = await open('/3ds')
    expect(directives(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'script-src': `'${documents.challenge.integrity}' https://pay.shop.example/assets/challenge/`,
      'frame-src': "'self' https:",
      'form-action': "'self' https:",
      'frame-ancestors': shops,
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals',
      'worker-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
    expect(headers['cross-origin-embedder-policy']).toBeUndefined()
    expect(headers['permissions-policy']).toContain('payment=*')
  })

  test('may frame http where the gateway is on this machine', async () => {
    const local = await openTestProxy({ env: { TENDER_GATEWAY_URL: 'http://127.0.0.1:8082' } })
    const { headers } = await local.send({ url: '/3ds', headers: { 'sec-fetch-dest': 'iframe' } })
    expect(directives(headers['content-security-policy'])['frame-src']).toBe("'self' https: http:")
  })
})

test.each([...locales])('the documents have titles in the language of the browser: %s', async (tag, { load }) => {
  const { checkout } = await load()
  const titleAt = async (url: string): Promise<string> =>
    /<title>(.*)<\/title>/.exec((await open(url, { 'accept-language': `${tag}-XX,zz;q=0.5` })).body)![1]!
  expect([await titleAt('/card'), await titleAt('/3ds')]).toEqual([`Card ${tag}`, checkout.challengeFrame])
})

test.each(['document', 'frame', 'object', 'embed', 'empty', ''])(
  'a document asked for as %j is not shown',
  async (dest) => {
    for (const url of ['/card', '/3ds']) {
      const answer = await proxy.send({ url, ...(dest && { headers: { 'sec-fetch-dest': dest } }) })
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { code: 'not_framed' } }])
    }
  },
)

test('a script is kept for ever under its hash', async () => {
  const answer = await proxy.send({ url: '/assets/card/card-abc.js' })
  expect(answer.body).toBe('// card')
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect((await proxy.send({ url: '/assets/../package.json' })).statusCode).toBe(404)
})

describe('the build', () => {
  let dist = ''
  const { integrity, form } = documents.card
  const write = async (manifest: unknown) => {
    await mkdir(join(dist, 'frames/card'), { recursive: true })
    await writeFile(join(dist, 'frames', 'manifest.json'), JSON.stringify(manifest))
    await writeFile(join(dist, 'frames/card/card-abc.js'), documents.card.bytes)
  }
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'tender-'))
  })
  afterAll(() => rm(dist, { recursive: true }))

  test('that is missing is reported as missing', async () => {
    await expect(loadDocuments(join(dist, 'nowhere'))).rejects.toThrow('run `npm run build` first')
  })

  test('is read by its manifest', async () => {
    const one = { file: 'card/card-abc.js', integrity }
    await write({ card: { ...one, form }, challenge: one })
    const { card, challenge } = await loadDocuments(dist)
    expect([new TextDecoder().decode(card.bytes), challenge.integrity]).toEqual(['// card', integrity])
  })

  test('comes with the chunks that it fetches when needed, each checked', async () => {
    const one = { file: 'card/card-abc.js', integrity }
    await write({ card: { ...one, form, chunks: [one] }, challenge: one })
    const { card, challenge } = await loadDocuments(dist)
    expect([card.chunks!.map(({ file }) => file), challenge.chunks]).toEqual([['card/card-abc.js'], []])
    await write({ card: { ...one, form, chunks: [{ ...one, integrity: 'sha384-other' }] }, challenge: one })
    await expect(loadDocuments(dist)).rejects.toThrow('card/card-abc.js is not what its manifest says')
  })

  test('that was changed is refused', async () => {
    const one = { file: 'card/card-abc.js', integrity: `sha384-${'A'.repeat(64)}` }
    await write({ card: { ...one, form }, challenge: one })
    await expect(loadDocuments(dist)).rejects.toThrow('card/card-abc.js is not what its manifest says')
  })
})
