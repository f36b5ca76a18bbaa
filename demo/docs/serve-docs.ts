import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PolicyOrigins } from '../policy.ts'
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

/** The way back to the shop, which the site itself does not have: it is also read without the demo. */
const backLink = `<nav aria-label="Demo"><a href="/" target="_self" style="position:fixed;inset-block-end:1rem;inset-inline-end:1rem;z-index:50;padding:.5rem 1rem;border-radius:99px;background:#8a4b20;color:#fff;font-weight:600">Back to the demo</a></nav>`

const hashesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

/** The page that has a checkout. */
const livePage = '/themes.html'

/**
 * Serves the documentation at `/docs/`. `build` writes the site, and resolves to its folder; it is called for the first
 * request, since most who start the demo do not read there. With the origins of a checkout, the page of themes shows one.
 */
export function serveDocs(app: FastifyInstance, build: () => Promise<string>, origins?: () => PolicyOrigins): void {
  let built: Promise<string> | undefined
  app.get('/docs', async (_, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', async (request, reply) => {
    built ??= build()
    const folder = await built.catch((error: unknown) => {
      built = undefined
      throw error
    })
    const file = await readPage(folder, (request.params as { '*': string })['*'])
    if (!file) return reply.code(404).type('text/plain').send('There is no such page.')
    reply.type(file.type).header('x-content-type-options', 'nosniff')
    if (file.type !== types['.html']) return reply.send(file.body)
    const html = file.body.toString()
    const live = file.path === livePage ? origins?.() : undefined
    return reply
      .header('content-security-policy', policyOf(html, live))
      .send(
        html
          .replace('</head>', (end) => `${live ? liveHead(live.proxy) : ''}${end}`)
          .replace('</body>', (end) => backLink + (live ? liveParts(live.proxy) : '') + end),
      )
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
