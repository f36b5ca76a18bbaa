import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The files that a script tag may name. */
const entries = ['checkout', 'payment-form'] as const

/**
 * Gives each dynamic import a retry argument that is added to the address, since many browsers cache the failure of an
 * address: a query for a chunk, whose own imports are beside it, and a folder for the first one, whose imports must
 * resolve to that same copy.
 */
export const retriable = (): Plugin => ({
  name: 'retriable',
  applyToEnvironment: ({ name }) => name === 'cdn' || name === 'card',
  renderChunk(code, { fileName }) {
    const isTag = entries.some((name) => fileName === `${name}.js`)
    const other = isTag ? '(retry = "") => import(u(retry + $1))' : '(retry = "") => import($1 + retry)'
    const given = code.replace(/\(\) => import\(("\.\/[^"]+")\)/g, other)
    if (/\bimport\(\s*["'`]/.test(given.replaceAll(/import\("[^"]+" \+ retry\)/g, '')))
      this.error(`${fileName}: a dynamic import must be the whole body of an arrow function, and be tried again`)
    return { code: given, map: null }
  },
})

/**
 * Lets a classic `<script src>` from another origin load chunks: its own scope, and addresses relative to the script's.
 */
export const classicEntry = (): Plugin => ({
  name: 'classic-entry',
  applyToEnvironment: ({ name }) => name === 'cdn',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        if (chunk.imports.length || chunk.exports.length)
          this.error('the classic entry must not import or export statically')
        const address = '(s=>p=>s?new URL(p,s).href:p)(document.currentScript?.src)'
        chunk.code = `(u=>{${chunk.code.trimEnd()}})(${address});\n`
      }
    },
  },
})

/** Marks the copies of an entry's modules: `?loader` or `?payment-form`. */
const COPY = /\?(?:loader|payment-form)$/
const ENTRY = /\/src\/(loader|payment-form)\.ts$/

/** The mark of what a module imports, if the module is an entry or a copy for one. */
function copyFor(importer: string | undefined): string | undefined {
  const entry = ENTRY.exec(importer ?? '')?.[1]
  return entry ? `?${entry}` : COPY.exec(importer ?? '')?.[0]
}

/**
 * Gives each script tag copies of the modules that it shares with the element or with the other, since it must be one
 * file that runs before any other has arrived.
 */
export const loaderCopies = (): Plugin => ({
  name: 'loader-copies',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'cdn',
  async resolveId(source, importer, { kind }) {
    const copy = copyFor(importer)
    if (copy === undefined || kind === 'dynamic-import') return null
    const found = await this.resolve(source, importer?.replace(COPY, ''), { skipSelf: true })
    return found && { ...found, id: found.id + copy }
  },
  load: {
    filter: { id: COPY },
    handler: (id) => ({ code: readFileSync(id.replace(COPY, ''), 'utf8'), moduleType: 'ts' }),
  },
})
