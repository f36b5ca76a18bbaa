import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSearched, searchOptions } from '../../docs/.vitepress/search.ts'
import { sitePath, slugOf } from '../../docs/.vitepress/site-links.ts'
import { publicDocuments } from '../support/links.ts'
import { root } from '../support/root.ts'

/** What is used of the library that searches the site, which is installed with VitePress. */
interface Index {
  addAll(sections: readonly Section[]): void
  search(words: string, options: object): readonly { readonly id: string }[]
}

interface Section {
  readonly id: string
  readonly title: string
  readonly titles: readonly string[]
  readonly text: string
}

const library = createRequire(import.meta.resolve('vitepress'))('minisearch') as {
  default?: new (options: object) => Index
}
const MiniSearch = (library.default ?? library) as new (options: object) => Index

/** The sections of a document, each with the headings above it, as the site has them. */
function sectionsOf(file: string): readonly Section[] {
  const address = `/${sitePath(file)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '.html')}`
  const above: string[] = []
  return readFileSync(join(root, file), 'utf8')
    .split(/^(?=#{1,6} )/m)
    .flatMap((part, at) => {
      const [, marks, heading] = /^(#+) (.*)/.exec(part) ?? []
      if (marks === undefined) return []
      above.splice(marks.length - 1, Infinity, heading!)
      const text = part.replace(/^.*/, '').replace(/\]\([^)]*\)/g, ']')
      return [{ id: `${address}#${slugOf(heading!)}${at}`, title: heading!, titles: above.slice(0, -1), text }]
    })
}

const index = new MiniSearch({ fields: ['title', 'titles', 'text'] })
index.addAll([...publicDocuments, 'CHANGELOG.md'].filter(isSearched).flatMap(sectionsOf))

test.each([
  ['saq a', '/security/#which-pci-dss-questionnaire'],
  ['chargeback', '/integration/close-the-day.html#chargebacks'],
  ['dispute', '/integration/close-the-day.html#chargebacks'],
  ['commonjs', '/merchant-api.html#commonjs'],
  ['several shops', '/proxy.html#several-shops'],
  ['csp', '/element.html#the-shops-content-security-policy'],
])('the search for %s leads first to where it is explained', (words, place) => {
  const defaults = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } }
  const [first] = index.search(words, { ...defaults, ...searchOptions })
  expect(first?.id.replace(/\d+$/, '')).toBe(place)
})
