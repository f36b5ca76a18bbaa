import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
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

test('who reads the documentation first is told at once that it is being built, and is shown it then', async () => {
  const builds: { resolve(folder: string): void; reject(error: Error): void }[] = []
  const app = fastify()
  serveDocs(app, () => new Promise((resolve, reject) => builds.push({ resolve, reject })))
  const get = (url: string) => app.inject({ url })
  for (const url of ['/docs/', '/docs/element']) {
    const { statusCode, body, headers } = await get(url)
    expect([statusCode, headers['refresh']]).toEqual([503, '2'])
    expect(body).toContain('The documentation is being built')
  }
  builds[0]!.reject(new Error('broken'))
  expect((await get('/docs/')).statusCode).toBe(500)
  expect((await get('/docs/')).statusCode).toBe(503)
  builds[1]!.resolve(folder)
  expect((await get('/docs/element')).body).toBe('the element')
  expect(builds).toHaveLength(2)
})

/** The documentation once it is built, of which nothing is read before. */
async function builtDocs(): Promise<FastifyInstance> {
  const app = fastify()
  serveDocs(app, async () => folder)
  await app.inject({ url: '/docs/' })
  return app
}

test('its pages have the way back, and nothing outside of it is served', async () => {
  const app = await builtDocs()
  const get = (url: string) => app.inject({ url })
  const home = await get('/docs/')
  expect(home.headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
  )
  expect(home.body).toMatch(/<a href="\/" target="_self"[^>]*>Back to the demo<\/a><\/nav><\/body>$/)
  // The site leaves room for the link, which covers no text.
  expect(home.body).toMatch(/--vp-layout-top-height:2rem.*block-size:2rem/)
  for (const url of ['/docs/../tender-secret.txt', '/docs/%2e%2e/tender-secret.txt', '/docs/none'])
    expect((await get(url)).statusCode, url).toBe(404)
})

test('without the demo’s servers the page of themes is a text as any other', async () => {
  const app = await builtDocs()
  const { body, headers } = await app.inject({ url: '/docs/themes' })
  expect(body).not.toContain('template')
  expect(headers['content-security-policy']).toContain("form-action 'none'")
})
