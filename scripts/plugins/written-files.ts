import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { form as cardForm } from '#card-frame/document.ts'
import { budgetBroken } from './budgets.ts'
import { evaluated, root } from './evaluated.ts'
import { smallCss } from './small-css.ts'

/** The builds of what a frame's document loads. */
const frameNames: ReadonlySet<string> = new Set(['card', 'challenge', 'testCard'])

/**
 * Writes a manifest for the server: the name and the hash of each frame's script, and of the chunks that it loads when
 * needed; and the form that the card's document contains.
 */
export const frameManifest = (): Plugin => {
  const frames: Record<string, object> = {}
  return {
    name: 'frame-manifest',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => frameNames.has(name),
    async writeBundle({ dir }, bundle) {
      const scripts = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
      const entry = scripts.find((chunk) => chunk.isEntry)!
      if (entry.imports.length) this.error(`${entry.fileName}: what a frame loads at once must be a single file`)
      const files = scripts.map(({ fileName, code }) => ({
        file: fileName,
        integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
      }))
      const script = files.find(({ file }) => file === entry.fileName)
      const form = entry.name === 'card' && { form: await formOf('src/card-frame/document.ts') }
      frames[entry.name] = { ...script, chunks: files.filter(({ file }) => file !== entry.fileName), ...form }
      writeFileSync(`${dir}/manifest.json`, `${JSON.stringify(frames, null, 2)}\n`)
    },
  }
}

/** The form of the document that a module renders. */
async function formOf(module: string): Promise<typeof cardForm> {
  const { form } = await evaluated<{ readonly form: typeof cardForm }>(module)
  return { ...form, style: smallCss(form.style) }
}

const fetchedByBrowsers = new Set(['cdn', ...frameNames, 'demo'])

/**
 * The code with the same hash in every name, of files and of the list that the script tag shares: another one alone
 * changes the compressed bytes, by up to fifty.
 */
const withoutHashes = (code: string): string =>
  code.replace(/-[\w-]{8}(?=\.js\b)/g, '-00000000').replace(/(?<=\btender-checkout )[\w-]{8}(?![\w-])/g, '00000000')

/**
 * Writes each script compressed beside it, so that no server compresses it during a request; fails the build when one
 * is larger than its budget.
 */
export const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => fetchedByBrowsers.has(name),
  writeBundle({ dir }, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const brotli = brotliCompressSync(chunk.code)
      writeFileSync(`${dir}/${chunk.fileName}.br`, brotli)
      writeFileSync(`${dir}/${chunk.fileName}.gz`, gzipSync(chunk.code, { level: 9 }))
      const lengths = Object.entries(chunk.modules).map(
        ([id, module]) => [relative(root, id), module.renderedLength] as const,
      )
      const { length: bytes } = brotliCompressSync(withoutHashes(chunk.code))
      const broken = budgetBroken(this.environment.name, { name: chunk.name, bytes, lengths })
      if (broken) this.error(broken)
    }
  },
})

/** Writes which modules are in which file, for the tests of the bundles. */
export const bundleReport = (): Plugin => ({
  name: 'bundle-report',
  generateBundle: {
    order: 'post',
    handler({ dir }, bundle) {
      const path = (name: string) => (bundle[name] ? relative(root, `${dir}/${name}`) : name)
      const source = Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk')
        .map((chunk) => ({
          file: path(chunk.fileName),
          isEntry: chunk.isEntry,
          exports: chunk.exports,
          imports: chunk.imports.map(path),
          dynamicImports: chunk.dynamicImports.map(path),
          modules: Object.entries(chunk.modules)
            .filter(([, { renderedLength }]) => renderedLength > 0)
            .map(([id]) => (id.startsWith('\0') ? id.slice(1) : relative(root, id))),
        }))
      const fileName = `${this.environment.name}.report.json`
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source, null, 2) })
    },
  },
})
