import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import type { StaticFile } from '../browser/pages.ts'
import { frameEntries, peers } from './catalogue.ts'
import { home, writeBelow } from './install.ts'

const entries = { ...Object.fromEntries(peers.map(({ id, entry }) => [id, entry])), ...frameEntries }
const stamp = 'built/built.txt'
const fingerprint = createHash('sha256').update(JSON.stringify(entries)).digest('hex')

/** Bundles each peer as a shop would for a script tag: minified, with only what a card form needs. */
export async function bundlePeers(report: (line: string) => void): Promise<void> {
  const done = join(home, stamp)
  if (existsSync(done) && readFileSync(done, 'utf8') === fingerprint) return
  rmSync(join(home, 'built'), { recursive: true, force: true })
  const { NODE_ENV } = process.env
  for (const [id, entry] of Object.entries(entries)) {
    report(`bundling ${id}`)
    await bundle(id, writeBelow(`entries/${id}.js`, entry))
  }
  // The bundler sets it for the whole process, in which the sandbox would then not start.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  writeBelow(stamp, fingerprint)
}

const bundle = (id: string, entry: string): Promise<unknown> =>
  build({
    configFile: false,
    root: home,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      outDir: join(home, 'built', id),
      target: 'es2022',
      minify: true,
      reportCompressedSize: false,
      lib: { entry, formats: ['iife'], name: 'peer', fileName: () => 'script.js', cssFileName: 'style' },
    },
  })

const types = { 'script.js': 'text/javascript', 'style.css': 'text/css' } as const

/** A file of a bundle. */
export const bundled = (id: string, name: keyof typeof types): string =>
  readFileSync(join(home, 'built', id, name), 'utf8')

/** The file as a browser fetches it: compressed as well as brotli can. */
export const served = (id: string, name: keyof typeof types): StaticFile => ({
  type: types[name],
  encoding: 'br',
  body: brotliCompressSync(bundled(id, name)),
})
