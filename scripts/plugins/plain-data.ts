import { createRequire } from 'node:module'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import type { operations } from '#card-frame/proxy-client/operations.ts'
import type { pageTexts, Texts } from '#texts/texts.ts'
import { evaluated, root } from './evaluated.ts'

const unread = new Set(['name', 'type'])

/** Bundles the table of brands as plain data: without the wrapper of a CommonJS module and the unused fields. */
export const plainBrands = (): Plugin => ({
  name: 'plain-brands',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /credit-card-type\/dist\/lib\/card-types\.js$/ },
    handler: (id) =>
      `export default ${JSON.stringify(createRequire(id)(id), (key, value: unknown) => (unread.has(key) ? undefined : value))}`,
  },
})

/** Bundles the table of the proxy's operations as plain data, without the schemas from which it is made. */
export const plainOperations = (): Plugin => ({
  name: 'plain-operations',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /card-frame\/proxy-client\/operations\.ts$/ },
    async handler() {
      const module = await evaluated<{ readonly operations: typeof operations }>(
        'src/card-frame/proxy-client/operations.ts',
      )
      return `export const operations = ${JSON.stringify(module.operations)}`
    },
  },
})

const inPages = new Set(['cdn', 'npm', 'demo'])

/** Leaves out of each language what only the card frame shows, which gets it with its document. */
export const pageTextsOnly = (): Plugin => ({
  name: 'page-texts-only',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => inPages.has(name),
  load: {
    filter: { id: /\/src\/texts\/(?:en|[\w-]+\/[\w-]+)\.ts$/ },
    async handler(id) {
      const [selection, language] = await Promise.all([
        evaluated<{ readonly pageTexts: typeof pageTexts }>('src/texts/texts.ts'),
        evaluated<Readonly<Record<string, Texts>>>(relative(root, id)),
      ])
      const [[name, texts]] = Object.entries(language) as [[string, Texts]]
      return `export const ${name} = ${JSON.stringify(selection.pageTexts(texts))}`
    },
  },
})
