import { describe, expect, test } from 'vitest'
import { cardPolicy } from '#proxy/http/headers.ts'
import { DAY } from '#contract/time/periods.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { environment } from './environment.ts'
import { openConnectProxy } from '../../gateway-client/connect-proxy.ts'
import { findings, linesOf, servers } from './servers.ts'

const serve = servers()

/** A self-signed certificate for a name, made so many days ago; it is valid for 730 days. */
const made = (name: string, days = 0) =>
  makeKeys(name, { ...systemClock, now: () => systemClock.now() - days * DAY }, systemRandom)

const [good, soon, expired, elsewhere] = await Promise.all([
  made('localhost'),
  made('localhost', 720),
  made('localhost', 800),
  made('elsewhere.example'),
])

describe('TLS', () => {
  test.each([
    ['a certificate that is right', good, good.certificate, /^ok localhost:\d+: TLSv1\.3, .*for 7(?:29|30) more days$/],
    ['a certificate that ends in ten days', soon, soon.certificate, /^warn .* for (?:9|10) more days → Renew/],
    ['a certificate that has expired', expired, expired.certificate, /^FAIL .*CERT_HAS_EXPIRED.*→ .*renew it$/],
    ['a certificate of no known authority', good, undefined, /^FAIL .*SELF_SIGNED.*→ .*authority/],
    ['a certificate of another name', elsewhere, elsewhere.certificate, /^FAIL .*ALTNAME.*→ .*another name/],
  ])('%s', async (_, keys, ca, line) => {
    const { url } = await serve((__, response) => void response.end('{}'), keys)
    const found = await findings('TLS', { url, ...(ca !== undefined && { ca }) })
    expect(linesOf(found)).toEqual([expect.stringMatching(line)])
  })

  test('that has expired is what every check of that address says, and none says to start a server', async () => {
    const { url } = await serve((_, response) => void response.end('{}'), expired)
    const env = {
      ...withApplePay(url),
      ...withWebhook(`${url}/hook`, url),
      TENDER_SHOP_ORIGINS: url,
      TENDER_GATEWAY_URL: url,
    }
    const found = await findings(undefined, { env, url, shop: `${url}/checkout`, ca: expired.certificate })
    const failed = found.filter(({ level }) => level === 'FAIL')
    const names = failed.map(({ check }) => check).join(', ')
    expect(names).toBe("TLS, proxy, gateway, card frame, shop's page, Apple Pay, webhooks, callbacks")
    expect(failed.filter(({ todo }) => todo !== 'The certificate has expired: renew it')).toEqual([])
  })

  test('is not needed on this machine', async () => {
    const { url } = await serve((_, response) => void response.end('{}'))
    expect((await findings('TLS', { url })).map(({ level }) => level)).toEqual(['ok'])
  })
})

describe('the clock', () => {
  const at = async (ahead: number) => {
    const { url } = await serve((_, response) => {
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString()).end('{}')
    })
    return findings('clock', { url })
  }

  test.each([
    ['is right', 0, 'ok', /differ by [01] s/],
    ['is 20 s off', 20_000, 'ok', /differ by (?:19|20|21) s/],
    ['is five minutes behind', 300_000, 'warn', /is (?:299|300|301) s behind localhost:\d+$/],
    ['is five minutes ahead', -300_000, 'warn', /is (?:299|300|301) s ahead of localhost:\d+$/],
  ])('that %s', async (_, ahead, level, text) => {
    const [found, ...more] = await at(ahead)
    expect(more).toEqual([])
    expect(found!.level).toBe(level)
    expect(found!.found).toMatch(text)
  })

  test('cannot be compared where nobody answers', async () => {
    expect((await findings('clock', { url: 'http://localhost:9' })).map(({ level }) => level)).toEqual(['warn'])
  })
})

describe('the proxy', () => {
  const json = (status: number, body: object, headers = {}) =>
    serve((_, response) => void response.writeHead(status, headers).end(JSON.stringify(body)))
  const error = { code: 'gateway_refused_credentials', message: 'The gateway refuses.', traceId: 'x' }

  test('that is ready is ok', async () => {
    const { url } = await json(200, { status: 'ready' })
    expect((await findings('proxy', { url })).map(({ level }) => level)).toEqual(['ok'])
  })

  test('that says why it is not ready is a failure with the reason', async () => {
    const { url } = await json(503, { error })
    expect(linesOf(await findings('proxy', { url }))).toEqual([
      expect.stringMatching(
        /^FAIL .*gateway_refused_credentials, The gateway refuses → Correct the proxy’s gateway login/,
      ),
    ])
  })

  test.each([
    ['another server', 200, { status: 'fine' }, {}],
    ['a redirect', 301, {}, { location: 'https://www.shop.example/' }],
    ['an error of a reverse proxy', 502, { message: 'Bad gateway' }, {}],
  ])('in whose place %s answers is a failure', async (_, status, body, headers) => {
    const { url } = await json(status, body, headers)
    expect(linesOf(await findings('proxy', { url }))).toEqual([
      expect.stringMatching(/^FAIL .*something that is not the proxy.*→ Lead this address to the proxy/),
    ])
  })

  test('cannot write lines of its own into the report', async () => {
    const { url } = await json(503, { error: { ...error, message: 'Fine.\nok    gateway: all is well\u001b[2J' } })
    const { lineOf } = await import('#cli/probe/finding.ts')
    // Every control character, since a terminal obeys more of them than line ends.
    expect((await findings('proxy', { url })).map(lineOf).join()).not.toMatch(/\p{Cc}/u)
  })
})

describe('the card frame', () => {
  const script = { folders: ['https://pay.shop.example/assets/card/'], integrity: 'sha384-x' }
  const frame = async (shops: readonly string[], headers: Readonly<Record<string, string>> = {}) => {
    const { url } = await serve((request, response) => {
      const policy = cardPolicy(script, "'none'", shops)
      const isFramed = request.headers['sec-fetch-dest'] === 'iframe'
      response.writeHead(isFramed ? 200 : 403, { 'content-security-policy': policy, ...headers }).end()
    })
    return (shop: string) => findings('card frame', { url, shop })
  }

  test('opens in the pages of an origin that it names', async () => {
    const opened = await frame(['https://shop.example'])
    expect((await opened('https://shop.example/checkout')).map(({ level }) => level)).toEqual(['ok'])
  })

  test('does not open in those of another', async () => {
    const opened = await frame(['https://shop.example'])
    expect(linesOf(await opened('https://www.shop.example/checkout'))).toEqual([
      expect.stringMatching(/^FAIL .*, without https:\/\/www\.shop\.example → Add this origin to TENDER_SHOP_ORIGINS/),
    ])
  })

  test('must be allowed by every policy that is sent', async () => {
    const { url } = await serve((_, response) => {
      response.setHeader('content-security-policy', [
        cardPolicy(script, "'none'", ['https://shop.example']),
        "frame-ancestors 'self'",
      ])
      response.end()
    })
    const found = await findings('card frame', { url, shop: 'https://shop.example/' })
    expect(found.map(({ level }) => level)).toEqual(['FAIL'])
  })

  test('does not open where a reverse proxy adds X-Frame-Options', async () => {
    const opened = await frame(['https://shop.example'], { 'x-frame-options': 'SAMEORIGIN' })
    expect(linesOf(await opened('https://shop.example/'))[0]).toMatch(/^FAIL .*X-Frame-Options: SAMEORIGIN → Remove/)
  })
})

const webhookSecret = `whsec_${Buffer.from('0123456789abcdef0123456789ABCDEF').toString('base64')}`
const withWebhook = (url: string, publicUrl: string = environment.TENDER_PUBLIC_URL) => ({
  ...environment,
  TENDER_PUBLIC_URL: publicUrl,
  TENDER_WEBHOOK_URL: url,
  TENDER_WEBHOOK_SECRET: webhookSecret,
})

const withApplePay = (shop: string, keys = good) => ({
  ...environment,
  TENDER_SHOP_ORIGINS: shop,
  TENDER_APPLE_PAY_NAME: 'Shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_MERCHANT_ID: 'merchant.example.shop',
  TENDER_APPLE_PAY_IDENTITY_CERT: keys.certificate,
  TENDER_APPLE_PAY_IDENTITY_KEY: keys.privateKey,
})

describe('the server for webhooks', () => {
  test.each([
    ['http', undefined],
    ['https', good],
  ])('by %s takes connections, and gets no request', async (_, keys) => {
    const server = await serve((__, response) => void response.end(), keys)
    const ca = keys && { ca: keys.certificate }
    const found = await findings('webhooks', { env: withWebhook(`${server.url}/hook?token=canary`), ...ca })
    expect(found.map(({ level }) => level)).toEqual(['ok'])
    expect(JSON.stringify(found)).not.toContain('canary')
    expect([server.connections(), server.requests]).toEqual([1, []])
  })

  test('that is not there is a failure', async () => {
    expect(linesOf(await findings('webhooks', { env: withWebhook('http://localhost:9/hook') }))).toEqual([
      expect.stringMatching(/^FAIL the connection to localhost:9 is refused/),
    ])
  })

  test('is reached as the proxy reaches it: through the proxy of the network, which is named without its password', async () => {
    const { url, connections } = await serve((_, response) => void response.end(), good)
    const through = await openConnectProxy({ to: Number(new URL(url).port) })
    const env = { ...withWebhook('https://hook.shop.example/'), HTTPS_PROXY: `http://shop:canary@${through.host}` }
    const [found] = await findings('webhooks', { env, ca: good.certificate })
    expect([found!.level, connections()]).toEqual(['FAIL', 1])
    expect(found!.found).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(through.asked.map((request) => request.url)).toEqual(['hook.shop.example:443'])
    const lines = linesOf(await findings('configuration', { env }))
    expect(lines.join()).toContain(`go through the proxy ${through.host}`)
    expect(lines.join()).not.toContain('canary')
  })

  test('with a certificate that nobody knows is a failure', async () => {
    const { url } = await serve((_, response) => void response.end(), good)
    expect((await findings('webhooks', { env: withWebhook(url) })).map(({ level }) => level)).toEqual(['FAIL'])
  })
})

describe('callbacks', () => {
  test('reach the proxy where it answers at their address', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(404).end(JSON.stringify({ error: { code: 'not_found', message: 'Nothing.' } }))
    })
    const found = await findings('callbacks', { env: withWebhook('http://localhost:9/hook', url) })
    expect(found.map(({ level }) => level)).toEqual(['ok'])
  })

  test('do not where another server answers', async () => {
    const { url } = await serve((_, response) => void response.writeHead(404).end('<html>'))
    const found = await findings('callbacks', { env: withWebhook('http://localhost:9/hook', url) })
    expect(found.map(({ level }) => level)).toEqual(['FAIL'])
  })

  test('are not expected without webhooks', async () => {
    expect(await findings('callbacks', { env: environment })).toEqual([])
  })
})

describe('Apple Pay', () => {
  test.each([
    ['the file of the domain', 200, '7B227073704964', 'ok'],
    ['nothing', 404, '', 'FAIL'],
    ['an empty file', 200, '', 'FAIL'],
    ['the shop’s own page', 200, '<!doctype html><title>Shop</title>', 'FAIL'],
    ['a redirect', 302, '7B227073704964', 'FAIL'],
  ])('with %s', async (_, status, body, level) => {
    const shop = await serve((__, response) => void response.writeHead(status).end(body))
    const found = await findings('Apple Pay', { env: withApplePay(shop.url) })
    expect(found.map((finding) => finding.level)).toEqual([level, 'ok'])
    expect(shop.requests).toEqual(['GET /.well-known/apple-developer-merchantid-domain-association'])
  })

  test.each([
    ['ends soon', soon, 'warn'],
    ['has expired', expired, 'FAIL'],
  ])('with an identity certificate that %s', async (_, keys, level) => {
    const shop = await serve((__, response) => void response.end('7B22'))
    const [, identity] = await findings('Apple Pay', { env: withApplePay(shop.url, keys) })
    expect(identity!.level).toBe(level)
  })

  test('is not examined where it is not offered', async () => {
    expect(await findings('Apple Pay', { env: environment })).toEqual([])
  })
})

describe('the proxy’s site', () => {
  test.each([
    [
      'https://pay.shop.example',
      'https://shop.example',
      'https://pay.shop.example and https://shop.example both end in shop.example',
    ],
    ['https://pay.shop.example', 'https://www.shop.example', 'both end in shop.example'],
    [
      'https://pay.co.uk',
      'https://shop.co.uk',
      'both end in co.uk: they are one site, unless anybody can register names',
    ],
    [
      'http://localhost:8080',
      'http://localhost:3000',
      'the proxy and the shop are both on localhost, which is one site',
    ],
    ['https://pay-shop.example', 'https://shop.example', undefined],
    ['http://127.0.0.1:8080', 'http://localhost:3000', undefined],
    ['https://192.0.2.1', 'https://198.51.2.1', undefined],
  ])('%s of the shop %s: %s', async (url, shop, found) => {
    const lines = linesOf(await findings('site', { url, shop: `${shop}/checkout` }))
    expect(lines).toEqual(found === undefined ? [] : [expect.stringMatching(new RegExp(`^warn .*${found}.*→ Serve`))])
  })
})
