import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { evaluated, root } from './evaluated.ts'

/** The files that a script tag may name. */
const entries = ['checkout', 'payment-form'] as const

/**
 * Gives each dynamic import a retry argument that is added to the address, since many browsers cache the failure of an
 * address: a query for a chunk, whose own imports are beside it, and a folder for the first one, whose imports must
 * resolve to that same copy. The script tag has imports of both kinds.
 */
export const retriable = (): Plugin => ({
  name: 'retriable',
  applyToEnvironment: ({ name }) => name === 'cdn' || name === 'card',
  renderChunk(code, { fileName }) {
    const isTag = entries.some((name) => fileName === `${name}.js`)
    const given = isTag
      ? code
          .replace(/\(\) => import\("\.\/chunks\/([^"]+)"\)\.then\(\((\w+)\) => \2\.(\w+)\)/g, 'u("$1", "$3")')
          .replace(/\(\) => import\("\.\/chunks\/([^"]+)"\)/g, 'u("$1")')
      : code.replace(/\(\) => import\(("\.\/[^"]+")\)/g, '(retry = "") => import($1 + retry)')
    if (/\bimport\(\s*["'`]/.test(given.replaceAll(/import\("[^"]+" \+ retry\)/g, '')))
      this.error(`${fileName}: a dynamic import must be the whole body of an arrow function, and be tried again`)
    return { code: given, map: null }
  },
})

/**
 * Makes the import of a chunk of its name from beside the script. What optimises pages copies, inlines and evaluates
 * scripts: where this one has no address, or another than the proxy's and the chunk was not there, the proxy that the first
 * checkout names has it. With an address of the proxy no such element, which somebody may have put into the page, counts.
 * The function has the address too, and takes the export of a chunk that is the module's namespace.
 */
const importOf =
  '(o=>(p,n)=>{let a=(r=``)=>{' +
  'let s=document.querySelector(`tender-checkout[src]`)?.getAttribute(`src`).replace(/\\/?$/,`/v1/`),' +
  'b=/\\/v1\\/$/.test(o)||o&&!r?o:s||o;' +
  'return r[0]===`?`?`${b}chunks/${p+r}`:`${b+r}chunks/${p}`};' +
  'return Object.assign(r=>import(a(r)).then(m=>n?m[n]:m),{address:a})' +
  '})(document.currentScript?.src.replace(/[^/]*(\\?.*)?$/,``))'

/** Lets a classic `<script src>` from another origin load chunks: its own scope, and addresses relative to the script's. */
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
        chunk.code = `(u=>{${chunk.code.trimEnd()}})(${importOf});\n`
      }
    },
  },
})

/** The runtime that makes the namespace of a module lists inherited names too, such as a text that a page adds to all objects. */
export const ownNamesOnly = (): Plugin => {
  const inherited = 'for (var name in all)'
  let isChanged = false
  return {
    name: 'own-names-only',
    applyToEnvironment: ({ name }) => name === 'cdn',
    renderChunk(code) {
      isChanged ||= code.includes(inherited)
      return { code: code.replace(inherited, 'for (var name of Object.keys(all))'), map: null }
    },
    generateBundle() {
      if (!isChanged)
        this.error(`The runtime of the bundler no longer has "${inherited}": see how it lists exports now.`)
    },
  }
}

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

const CLASSES = 'element/script-tag/platform-classes'

/** Modules of the script tag that the element takes from it in place of a copy of its own: the tag has run before it. */
const shared = [
  'browser/ticket-claims',
  'bridge/hello',
  'contract/appearance/appearance',
  'contract/appearance/card-frame',
  'contract/appearance/contrast',
  'contract/appearance/panel-styles',
  'contract/appearance/tokens',
  'element/config',
  'element/frames/card-iframe',
  'element/frames/early-frame',
  'element/frames/panel',
  'element/frames/reserved-space',
  'element/hosted-page-form',
  'element/i18n/preferred-locales',
  CLASSES,
  'element/state/ticket',
  'element/theme/colour',
  'element/theme/ground',
  'element/theme/page-controls',
  'element/theme/page-theme',
  'element/theme/paint',
  'element/theme/theme',
  'texts/choose-locale',
  'texts/languages.generated',
]

const sourceOf = (module: string): string => join(root, 'src', `${module}.ts`)

/** What a module exports, in an order that does not depend on the file. */
const namesOf = async (module: string): Promise<readonly string[]> =>
  Object.keys(await evaluated<object>(`src/${module}.ts`))

/** Gives all code of the script tag the classes that no page overwrites, libraries too. */
export const platformClasses = (): Plugin => ({
  name: 'platform-classes',
  async configEnvironment(name) {
    if (name !== 'cdn') return null
    const inject = Object.fromEntries(
      (await namesOf(CLASSES)).map((known): [string, [string, string]] => [known, [sourceOf(CLASSES), known]]),
    )
    return { build: { rolldownOptions: { transform: { inject } } } }
  },
})

/** Where the script tag leaves these modules: named by their sources, since a page may have the tags of two builds. */
const place = `globalThis[Symbol.for("tender-checkout ${createHash('sha256')
  .update(shared.map((module) => readFileSync(sourceOf(module), 'utf8')).join('\0'))
  .digest('base64url')
  .slice(0, 8)}")]`

/** Lets the element use what the script tag has, so that no page downloads it twice. */
export const sharedWithElement = (): Plugin => ({
  name: 'shared-with-element',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'cdn',
  load: {
    filter: { id: /\/src\/.*\.ts$/ },
    async handler(id) {
      const at = shared.findIndex((module) => sourceOf(module) === id)
      if (at < 0) return null
      return `export const [${(await namesOf(shared[at]!)).join()}] = ${place}[${at}]`
    },
  },
  transform: {
    filter: { id: ENTRY },
    async handler(code) {
      const imports = shared.map((module, at) => `import * as of${at} from ${JSON.stringify(sourceOf(module))}\n`)
      const lists = shared.map(
        async (module, at) => `[${(await namesOf(module)).map((name) => `of${at}.${name}`).join()}]`,
      )
      const list = await Promise.all(lists)
      return { code: `${imports.join('')}${place} = [${list.join()}]\n${code}`, map: null }
    },
  },
})
