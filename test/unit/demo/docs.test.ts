import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { cssProperties } from '#element/description.ts'
import { themeNames } from '#contract/appearance/presets.ts'
import { serveDocs } from '../../../demo/docs/serve-docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'tender-docs-'))
writeFileSync(
  join(folder, 'index.html'),
  '<head></head><body class="a"><script>1</script><script src="/docs/a.js"></script></body>',
)
writeFileSync(join(folder, 'element.html'), 'the element')
writeFileSync(join(folder, 'themes.html'), '<head></head><body></body>')
writeFileSync(join(folder, '..', 'tender-secret.txt'), 'secret')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the documentation is built once, for the first who reads it; nothing outside it is served', async () => {
  const build = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('broken'))
    .mockImplementation(async () => folder)
  const app = fastify()
  serveDocs(app, build)
  expect(build).not.toHaveBeenCalled()
  const get = (url: string) => app.inject({ url })
  expect((await get('/docs/')).statusCode).toBe(500)
  const [home, page] = await Promise.all([get('/docs/'), get('/docs/element')])
  expect([home!.statusCode, page!.body, build.mock.calls.length]).toEqual([200, 'the element', 2])
  expect(home!.headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
  )
  expect(home!.body).toMatch(/<a href="\/" target="_self"[^>]*>Back to the demo<\/a><\/nav><\/body>$/)
  // The site leaves room for the link, which covers no text.
  expect(home!.body).toMatch(/--vp-layout-top-height:2rem.*block-size:2rem/)
  for (const url of ['/docs/../tender-secret.txt', '/docs/%2e%2e/tender-secret.txt', '/docs/none'])
    expect((await get(url)).statusCode, url).toBe(404)
})

const origins = { proxy: 'http://proxy', gateway: 'http://g', console: 'http://c', wallets: 'http://w' }

test('the page of themes has a checkout, a control for each theme and token, and a policy for them', async () => {
  const app = fastify()
  serveDocs(
    app,
    async () => folder,
    () => origins,
  )
  const get = async (url: string) => {
    const { body, headers } = await app.inject({ url })
    return { body, policy: String(headers['content-security-policy']) }
  }
  const live = await get('/docs/themes')
  for (const name of themeNames) expect(live.body, name).toContain(`data-theme="${name}">${name}</button>`)
  for (const name of Object.keys(cssProperties))
    expect(live.body, name).toMatch(
      new RegExp(`<(input name="${name}"[^>]* placeholder="default"[^>]*|select name="${name}") aria-label="${name}">`),
    )
  expect(live.body).toContain('<script src="http://proxy/v1/checkout.js" async></script></head>')
  expect(live.body).toContain(' data-place="live-checkout"')
  for (const line of [
    "script-src 'self' http://proxy;",
    'frame-src http://proxy http://w http://c;',
    "frame-ancestors 'none'",
  ])
    expect(live.policy).toContain(line)
  const home = await get('/docs/')
  expect(home.body).toMatch(
    /<template id="live" data-script="\/home.js" data-place="live-checkout" data-proxy="http:\/\/proxy">/,
  )
  expect(home.policy).toContain('frame-src http://proxy http://w http://c;')
  const other = await get('/docs/element')
  expect(other.body).not.toContain('template')
  expect(other.policy).not.toMatch(/http:|frame-src/)
})

test('without the demo’s servers the page of themes is a text as any other', async () => {
  const app = fastify()
  serveDocs(app, async () => folder)
  const { body, headers } = await app.inject({ url: '/docs/themes' })
  expect(body).not.toContain('template')
  expect(headers['content-security-policy']).toContain("form-action 'none'")
})
