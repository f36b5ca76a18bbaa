import { describe, expect, test } from 'vitest'
import { deniesFeature, obstaclesIn } from '#cli/doctor/page-policy.ts'
import { allows, policiesIn } from '#cli/probe/policy.ts'
import { environment } from './environment.ts'
import { findings, linesOf, servers } from './servers.ts'

const serve = servers()
const proxy = 'https://pay.shop.example'
const address = new URL('https://shop.example/checkout')

describe('a source', () => {
  test.each([
    ['*', `${proxy}/card`, true],
    ["'none'", `${proxy}/card`, false],
    ["'self'", 'https://shop.example/a.js', true],
    ["'self'", `${proxy}/card`, false],
    ['https:', `${proxy}/card`, true],
    ['http:', `${proxy}/card`, true],
    ['wss:', `${proxy}/card`, false],
    ['pay.shop.example', `${proxy}/card`, true],
    ['PAY.shop.example', `${proxy}/card`, true],
    ['http://pay.shop.example', `${proxy}/card`, true],
    ['https://pay.shop.example', 'http://pay.shop.example/card', false],
    ['*.shop.example', `${proxy}/card`, true],
    ['*.pay.shop.example', `${proxy}/card`, false],
    ['*.hop.example', `${proxy}/card`, false],
    ['pay.shop.example:443', `${proxy}/card`, true],
    ['pay.shop.example:8443', `${proxy}/card`, false],
    ['pay.shop.example:*', `${proxy}:8443/card`, true],
    ['pay.shop.example', `${proxy}:8443/card`, false],
    [`${proxy}/v1/`, `${proxy}/v1/chunks/a.js`, true],
    [`${proxy}/v1/checkout.js`, `${proxy}/v1/checkout.js`, true],
    [`${proxy}/v1/checkout.js`, `${proxy}/v1/chunks/a.js`, false],
    [`${proxy}/`, `${proxy}/v1/chunks/a.js`, true],
  ])('%s matches %s: %s', (source, url, isMatch) => {
    expect(allows(source, new URL(url), address)).toBe(isMatch)
  })
})

const obstacles = (policy: string, nonce?: string) =>
  policiesIn(policy).flatMap((one) =>
    obstaclesIn(one, {
      address,
      proxy,
      script: { address: `${proxy}/v1/checkout.js`, ...(nonce !== undefined && { nonce }) },
    }),
  )

const good = `script-src 'self' ${proxy}; frame-src ${proxy}; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html`

describe('the checkout works under', () => {
  test.each([
    ['the policy of docs/security/headers.md', good],
    ['no policy', ''],
    ['a policy about something else', "img-src 'none'; connect-src 'none'; style-src 'none'"],
    ['a default that allows the proxy', `default-src 'self' ${proxy}`],
    ['child-src in place of frame-src', `default-src 'none'; script-src ${proxy}; child-src ${proxy}`],
    ['any policies of Trusted Types', 'trusted-types *'],
    ['another copy of Lit', "trusted-types lit-html 'allow-duplicates'"],
    ['a directive that comes twice, whose first one counts', `frame-src ${proxy}; frame-src 'none'`],
    ['directives in capitals', `SCRIPT-SRC ${proxy}`],
  ])('%s', (_, policy) => {
    expect(obstacles(policy)).toEqual([])
  })

  test('a nonce on its script tag', () => {
    expect(obstacles(`script-src 'nonce-abc' 'strict-dynamic'`, 'abc')).toEqual([])
    expect(obstacles(`script-src 'nonce-abc'`, 'abc')).toEqual([])
  })
})

describe('the directive that blocks the checkout is named, and what to change', () => {
  test.each([
    ["script-src 'self'", 'script-src', `Add ${proxy} to script-src`],
    [`script-src ${proxy}; script-src-elem 'self'`, 'script-src-elem', `Add ${proxy} to script-src-elem`],
    ["script-src 'none'", 'script-src', `Write script-src ${proxy} in its place`],
    [`script-src ${proxy}/v1/checkout.js`, 'script-src', `Add ${proxy} to script-src`],
    ["script-src 'nonce-abc'", 'script-src', `Add ${proxy} to script-src`],
    [
      `script-src ${proxy} 'nonce-abc' 'strict-dynamic'`,
      'script-src',
      'Give the script tag of /v1/checkout.js the nonce of the policy',
    ],
    ["frame-src 'self'", 'frame-src', `Add ${proxy} to frame-src`],
    ['frame-src', 'frame-src', `Write frame-src ${proxy} in its place`],
    [`frame-src ${proxy}/card`, 'frame-src', `Add ${proxy} to frame-src`],
    [`default-src 'self'; script-src ${proxy}`, 'default-src', `Add the directive frame-src 'self' ${proxy}`],
    ['trusted-types other', 'trusted-types', 'Add lit-html to trusted-types'],
    ["trusted-types 'none'", 'trusted-types', 'Write trusted-types lit-html in its place'],
    ['sandbox allow-scripts', 'sandbox', 'Add allow-same-origin to sandbox'],
  ])('%s', (policy, directive, todo) => {
    expect(obstacles(policy)).toMatchObject([{ directive, todo }])
  })

  test('in each policy where there are several', () => {
    expect(obstacles(`${good}, frame-src 'none', script-src 'self'`).map(({ directive }) => directive)).toEqual([
      'frame-src',
      'script-src',
    ])
  })

  test('and both, where a default blocks scripts and frames', () => {
    expect(obstacles("default-src 'self'").map(({ todo }) => todo)).toEqual([
      `Add the directive script-src 'self' ${proxy}`,
      `Add the directive frame-src 'self' ${proxy}`,
    ])
  })
})

test.each([
  ['payment=()', true],
  ['payment=(self)', true],
  ['geolocation=(), payment=(self "https://other.example")', true],
  [`payment=(self "${proxy}")`, false],
  ['payment=*', false],
  ['payment=(*)', false],
  ['geolocation=()', false],
  ['', false],
])('Permissions-Policy: %s denies payments to the frame: %s', (header, isDenied) => {
  expect(deniesFeature(header, 'payment', proxy)).toBe(isDenied)
})

describe('a page of the shop', () => {
  const tag = `<script async src="${proxy}/v1/checkout.js"></script>`

  test('without a policy is fine', async () => {
    const { url: shop } = await serve((_, response) => void response.end(tag))
    expect(linesOf(await findings("shop's page", { url: proxy, shop }))).toEqual([
      `ok ${shop}: no policy keeps the checkout from working`,
    ])
  })

  test('is checked by its headers, and by the policy in its markup', async () => {
    const { url: shop } = await serve((_, response) => {
      response.setHeader('content-security-policy', [`frame-src 'self'`, `script-src ${proxy}`])
      response.end(
        `<!-- ${tag} --><META http-equiv='Content-Security-Policy' content="script-src &#39;self&#39;">${tag}`,
      )
    })
    const found = await findings("shop's page", { url: proxy, shop })
    expect(linesOf(found)).toEqual([
      `FAIL ${shop}: frame-src 'self' blocks ${proxy}/card → Add ${proxy} to frame-src`,
      `FAIL ${shop}: script-src 'self' blocks ${proxy}/v1/checkout.js → Add ${proxy} to script-src`,
    ])
  })

  test('without the script tag may use npm, so that its script-src is not checked', async () => {
    const { url: shop } = await serve((_, response) => {
      response.setHeader('content-security-policy', `script-src 'self'; frame-src ${proxy}`)
      response.end(`<!-- ${tag} -->`)
    })
    expect((await findings("shop's page", { url: proxy, shop })).map(({ level }) => level)).toEqual(['ok', 'warn'])
  })

  test('is the one that it redirects to', async () => {
    const { url: shop, requests } = await serve((request, response) => {
      if (request.url === '/') return void response.writeHead(302, { location: '/checkout' }).end()
      response.setHeader('content-security-policy', "frame-src 'none'")
      response.end(tag)
    })
    const [found] = await findings("shop's page", { url: proxy, shop })
    expect(found).toMatchObject({ level: 'FAIL', todo: `Write frame-src ${proxy} in its place` })
    expect(requests).toEqual(['GET /', 'GET /checkout'])
  })

  test('that redirects without end is a failure', async () => {
    const { url: shop } = await serve((_, response) => void response.writeHead(302, { location: '/' }).end())
    expect(linesOf(await findings("shop's page", { url: proxy, shop }))[0]).toMatch(/^FAIL .*HTTP 302/)
  })

  test('that is not there is a failure', async () => {
    const found = await findings("shop's page", { url: proxy, shop: 'http://localhost:9/checkout' })
    expect(linesOf(found)[0]).toMatch(/^FAIL .* is refused/)
  })

  test('that keeps Google’s script out gets a warning where Google Pay is offered', async () => {
    const { url: shop } = await serve((_, response) => {
      response.setHeader('content-security-policy', `script-src ${proxy}; frame-src ${proxy} https://pay.google.com`)
      response.end(tag)
    })
    const google = { NAME: 'Shop', COUNTRY: 'LT', GATEWAY: 'bank' }
    const named = Object.entries(google).map(([name, value]) => [`TENDER_GOOGLE_PAY_${name}`, value] as const)
    const offering = { ...environment, ...Object.fromEntries(named) }
    const warned = await findings("shop's page", { url: proxy, shop, env: offering })
    expect(warned.map(({ level }) => level)).toEqual(['ok', 'warn'])
    expect(warned[1]!.todo).toMatch(/^Add https:\/\/pay\.google\.com to script-src/)
    expect((await findings("shop's page", { url: proxy, shop, env: environment })).map(({ level }) => level)).toEqual([
      'ok',
    ])
  })

  test('with other headers that limit the checkout gets a warning for each', async () => {
    const { url: shop } = await serve((_, response) => {
      response.setHeader('permissions-policy', 'payment=(self), publickey-credentials-get=*')
      response.setHeader('cross-origin-embedder-policy', 'require-corp; report-to="x"')
      response.end(tag)
    })
    const [, ...warnings] = await findings("shop's page", { url: proxy, shop })
    expect(warnings.map(({ level, todo }) => [level, todo])).toEqual([
      ['warn', `Write payment=(self "${proxy}")`],
      ['warn', 'Set presentation="redirect" on the element'],
    ])
  })
})
