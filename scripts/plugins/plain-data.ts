import { createRequire } from 'node:module'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import type { operations } from '#card-frame/proxy-client/operations.ts'
import type { addressWords } from '#texts/address-words.ts'
import type { AddressWords, Language } from '#texts/language.ts'
import type { receiptWords } from '#texts/receipt-words.ts'
import { shownWords } from '#texts/shown-words.ts'
import type { pageTexts } from '#texts/texts.ts'
import { brandTable, type BrandTypes } from './brand-table.ts'
import { evaluated, root } from './evaluated.ts'

/** Bundles the table of brands as plain data: without the wrapper of a CommonJS module and the unused fields. */
export const plainBrands = (): Plugin => ({
  name: 'plain-brands',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /credit-card-type\/dist\/lib\/card-types\.js$/ },
    handler: (id) => brandTable(createRequire(id)(id) as BrandTypes),
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
      // Most operations are answered by the outcome of the order, whose shape is 2.5 kB.
      const outcome = JSON.stringify(module.operations['outcome']!.answer)
      const table = JSON.stringify(module.operations).replaceAll(outcome, 'outcome')
      return `const outcome = ${outcome}\nexport const operations = ${table}`
    },
  },
})

/** Bundles the words of an address as plain data, without the other texts of each language. */
export const plainAddressWords = (): Plugin => ({
  name: 'plain-address-words',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /\/src\/texts\/address-words\.ts$/ },
    async handler() {
      const module = await evaluated<{ readonly addressWords: typeof addressWords }>('src/texts/address-words.ts')
      const english = module.addressWords.get('en')!
      const keys = Object.keys(english) as (keyof AddressWords)[]
      // The names, each with its object, before what is one text.
      keys.sort((one, other) => Number(typeof english[one] === 'string') - Number(typeof english[other] === 'string'))
      const pairs = keys.filter((key) => typeof english[key] !== 'string').length
      const rows = [...module.addressWords].map(([tag, words]) => [tag, ...keys.flatMap((key) => words[key])])
      // Without the keys in each row, which are 600 bytes, compressed, and without the brackets of the pairs, which are 340.
      return `const keys = ${JSON.stringify(keys)}
        export const addressWords = new Map(${JSON.stringify(rows)}.map(([tag, ...words]) =>
          [tag, Object.fromEntries(keys.map((key, at) =>
            [key, at < ${pairs} ? words.slice(2 * at, 2 * at + 2) : words[at + ${pairs}]]))]))`
    },
  },
})

/** Bundles the words of a receipt as plain data, without the other texts of each language. */
export const plainReceiptWords = (): Plugin => ({
  name: 'plain-receipt-words',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => inPages.has(name),
  load: {
    filter: { id: /\/src\/texts\/receipt-words\.ts$/ },
    async handler() {
      const module = await evaluated<{ readonly receiptWords: typeof receiptWords }>('src/texts/receipt-words.ts')
      const rows = [...module.receiptWords].map(([tag, words]) => [tag, ...shownWords.map((key) => words[key])])
      // It imports nothing: what it shared with the code that loads it would make files of their own at once.
      return `const keys = ${JSON.stringify(shownWords)}
        export const receiptWords = new Map(${JSON.stringify(rows)}.map(([tag, ...words]) =>
          [tag, Object.fromEntries(keys.map((key, at) => [key, words[at]]))]))`
    },
  },
})

const inPages = new Set(['cdn', 'npm', 'demo'])

/** Leaves out of each language what only the card frame and the proxy show. The card frame gets its texts with its document. */
export const pageTextsOnly = (): Plugin => ({
  name: 'page-texts-only',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => inPages.has(name),
  load: {
    filter: { id: /\/src\/texts\/languages\/[\w-]+\.ts$/ },
    async handler(id) {
      const [selection, { language }] = await Promise.all([
        evaluated<{ readonly pageTexts: typeof pageTexts }>('src/texts/texts.ts'),
        evaluated<{ readonly language: Language }>(relative(root, id)),
      ])
      return `export const language = ${JSON.stringify(selection.pageTexts(language))}`
    },
  },
})
