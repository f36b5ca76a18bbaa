import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { documentOf } from '../markup.ts'
import type { PolicyOrigins } from '../policy.ts'
import { homeHead, homeParts } from './live-home.ts'
import { liveHead, liveParts } from './live-themes.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * What the documentation's pages may load; their inline scripts are allowed by their hashes. A page with a checkout
 * needs the origins of the checkout as well.
 */
const policyOf = (html: string, live: PolicyOrigins | undefined): string =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...hashesOf(html), live?.proxy],
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ['connect-src', "'self'", live?.console],
    ...(live ? [['frame-src', live.proxy, live.wallets, live.console]] : []),
    "base-uri 'none'",
    live ? ['form-action', live.proxy, live.gateway] : "form-action 'none'",
    "frame-ancestors 'none'",
  ]
    .map((line) => [line].flat().filter(Boolean).join(' '))
    .join('; ')

/**
 * The way back to the shop, which the site itself does not have: it is also read without the demo. The site's own parts
 * leave room for it above them.
 */
const backLink = `<style>:root{--vp-layout-top-height:2rem}@media print{.demo-bar{display:none}}</style><nav aria-label="Demo" class="demo-bar" style="position:fixed;inset:0 0 auto;block-size:2rem;z-index:100;display:flex;padding-inline:1.5rem;background:#8a4b20"><a href="/" target="_self" style="display:flex;align-items:center;color:#fff;font-weight:600;font-size:.875rem">Back to the demo</a></nav>`

const hashesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

/** The pages that have a checkout, with what each loads and shows besides its text. */
const livePages: Readonly<
  Record<string, readonly [head: (proxy: string) => string, parts: (proxy: string) => string]>
> = {
  '/index.html': [homeHead, homeParts],
  '/themes.html': [liveHead, liveParts],
}

/** What is read until the site is built: it asks again by itself. */
const buildingPage = documentOf({
  title: 'Documentation',
  body: '<main class="front" style="padding-block-start:3rem"><section class="basket"><h1>The documentation is being built</h1><p role="status">It opens here by itself, in about half a minute.</p><p><a href="/">Back to the demo</a></p></section></main>',
})

/**
 * Serves the documentation at `/docs/`. `build` writes the site, and resolves to its folder; it begins with the first
 * request, which is answered at once. With the origins of a checkout, the first page and that of themes show one.
 */
export function serveDocs(app: FastifyInstance, build: () => Promise<string>, origins?: () => PolicyOrigins): void {
  let built: Promise<{ readonly folder: string } | { readonly error: unknown }> | undefined
  app.get('/docs', async (_, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', async (request, reply) => {
    built ??= build().then(
      (folder) => ({ folder }),
      (error: unknown) => ({ error }),
    )
    const site = await Promise.race([built, undefined])
    if (!site) return reply.code(503).header('refresh', '2').type(types['.html']!).send(buildingPage)
    if ('error' in site) {
      built = undefined // the next one tries again
      throw site.error
    }
    const file = await readPage(site.folder, (request.params as { '*': string })['*'])
    if (!file) return reply.code(404).type('text/plain').send('There is no such page.')
    reply.type(file.type).header('x-content-type-options', 'nosniff')
    if (file.type !== types['.html']) return reply.send(file.body)
    const html = file.body.toString()
    const page = livePages[file.path]
    const live = page && origins?.()
    const [head, parts] = page && live ? page.map((part) => part(live.proxy)) : ['', '']
    return reply
      .header('content-security-policy', policyOf(html, live))
      .send(html.replace('</head>', (end) => head + end).replace('</body>', (end) => backLink + parts + end))
  })
}

/** A file of the site by its address there; a folder is its index, and a page may be named without its extension. */
async function readPage(
  folder: string,
  address: string,
): Promise<{ path: string; body: Buffer; type: string } | undefined> {
  const path = normalize(`/${address}`)
  const candidates = path.endsWith('/') ? [`${path}index.html`] : extname(path) ? [path] : [`${path}.html`]
  for (const candidate of candidates) {
    const type = types[extname(candidate)]
    const body = type && (await readFile(join(folder, candidate)).catch(() => undefined)) // no such file
    if (type && body) return { path: candidate, body, type }
  }
  return undefined
}
