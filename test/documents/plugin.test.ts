import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { tryStates } from '#contract/outcome.ts'
import { variables } from '#proxy/config/variables.ts'
import { root } from '../support/root.ts'

const document = readFileSync(join(root, 'docs/integration/plugin.md'), 'utf8')
const sectionOf = (title: string): string => document.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!

/** The names in code of the first column of a section's table. */
const firstColumn = (title: string): readonly string[] =>
  [...sectionOf(title).matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )

test('the page about plugins says what every state means for a shop', () => {
  expect(firstColumn('The page after the payment').toSorted()).toEqual(tryStates.toSorted())
})

test('it uses every operation but that of wallets, by which the element pays itself, and links, which need no plugin', () => {
  expect(Object.keys(merchantApi).filter((name) => !document.includes(`\`${name}\``))).toEqual(['wallet', 'link'])
})

test('it names variables of the proxy', () => {
  const named = new Set([...document.matchAll(/\bTENDER_\w+/g)].map(([name]) => name))
  const known = new Set<string>(variables.map(({ name }) => name))
  expect(named.size).toBeGreaterThan(0)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})
