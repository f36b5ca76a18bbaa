import { expect, test } from 'vitest'
import { readers } from '../../docs/.vitepress/readers.ts'
import { copyOf, siteLinks, sitePath } from '../../docs/.vitepress/site-links.ts'
import { publicDocuments } from '../support/links.ts'

test('every document is in exactly one way through the documentation', () => {
  const read = readers.flatMap(({ files }) => files)
  const notListed = new Set(['docs/index.md'])
  expect(read.toSorted()).toEqual(
    [...publicDocuments, 'CHANGELOG.md'].filter((file) => !notListed.has(file)).toSorted(),
  )
})

const linked = (file: string, href: string): { readonly href: string; readonly copied: readonly string[] } => {
  const attributes = new Map([['href', href]])
  const copied: string[] = []
  const token = {
    type: 'link_open',
    attrGet: (name: string) => attributes.get(name) ?? null,
    attrSet: (name: string, value: string) => void attributes.set(name, value),
  }
  const rule = siteLinks(
    (path) => path,
    (path) => copied.push(path),
  )
  rule({ tokens: [{ ...token, type: 'inline', children: [token] }], env: { path: file } })
  return { href: attributes.get('href')!, copied }
}

test.each([
  ['docs/element.md', 'proxy.md#the-log', '/proxy.md#the-log'],
  ['docs/element.md', '../SECURITY.md', '/security/index.md'],
  ['docs/sandbox/README.md', 'test-cards.md', '/sandbox/test-cards.md'],
  ['README.md', 'docs/sandbox/README.md#the-demo', '/sandbox/index.md#the-demo'],
  ['docs/element.md', '#events', '#events'],
  ['docs/element.md', 'https://shop.example/a.md', 'https://shop.example/a.md'],
])('on the site, %s links %s as %s', (file, from, to) => {
  expect(linked(file, from)).toEqual({ href: to, copied: [] })
})

test('a file that is no document is linked by a copy of it', () => {
  const file = 'deploy/Dockerfile'
  expect(linked('docs/operations.md', '../deploy/Dockerfile')).toEqual({ href: copyOf(file), copied: [file] })
})

test('documents outside docs/ have a page of their own', () => {
  expect(new Set([...publicDocuments, 'CHANGELOG.md'].map(sitePath)).size).toBe(publicDocuments.length + 1)
})
