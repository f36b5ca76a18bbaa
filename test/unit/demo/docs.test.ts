import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { serveDocs } from '../../../demo/docs/serve-docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'tender-docs-'))
writeFileSync(join(folder, 'index.html'), '<body class="a"><script>1</script><script src="/docs/a.js"></script>')
writeFileSync(join(folder, 'element.html'), 'the element')
writeFileSync(join(folder, '..', 'tender-secret.txt'), 'secret')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
  expect(home!.body).toMatch(/^<body class="a"><a href="\/" target="_self"[^>]*>Back to the demo<\/a><script>/)
  for (const url of ['/docs/../tender-secret.txt', '/docs/%2e%2e/tender-secret.txt', '/docs/none'])
    expect((await get(url)).statusCode, url).toBe(404)
})
