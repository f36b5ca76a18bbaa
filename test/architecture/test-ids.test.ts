import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeMethodNames, kebabOf } from '#contract/methods/methods.ts'
import { walletTestIds } from '../support/wallet-test-ids.ts'
import { root } from '../support/root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The documents of the table, each with the folders that define its elements. */
const documents = {
  'your page': ['src/element'],
  'card frame': ['src/card-frame'],
  'wallet sheet': ['server/sandbox/wallets'],
  'bank’s page': ['server/sandbox/acs', 'src/challenge-frame'],
} as const

/** Test ids that the code composes, by the expression that composes them. */
const composed = new Map<string, readonly string[]>([
  ['`wallet-${kebabOf(shown.name)}`', Object.values(walletTestIds)],
  ['`code-${kebabOf(shown.name)}`', codeMethodNames.map((name) => `code-${kebabOf(name)}`)],
  ['testId', ['all-cards', 'remove-card', 'remove-confirm', 'remove-cancel']],
])

const marked =
  /data-testid="([\w-]+)"|'data-testid': (?:'([\w-]+)'|(\w+))|dataset\['testid'\] = (?:'([\w-]+)'|(`[^`]+`))/g

const idsIn = (code: string): readonly string[] =>
  [...code.matchAll(marked)].flatMap(([match, literal, attribute, handed, set, made]) => {
    const plain = literal ?? attribute ?? set
    const ids = plain ? [plain] : composed.get((handed ?? made)!)
    if (!ids) throw new Error(`${match}: say in this test which ids that makes`)
    return ids
  })

function idsUnder(module: string): readonly string[] {
  const files = readdirSync(join(root, module), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts')).flatMap((file) => idsIn(read(`${module}/${file}`)))
}

const inCode = Object.entries(documents).flatMap(([document, dirs]) =>
  dirs.flatMap(idsUnder).map((id) => `${id}: ${document}`),
)

/** The rows of the table; only the ids in it are formatted as code. */
const inTable = (): readonly string[] => {
  const [, table = ''] = /<!-- test-ids -->\n([^]*?)\n\n[^|]/.exec(read('docs/testing.md')) ?? []
  return [...table.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\|/gm)].map(([, id, document]) => `${id}: ${document}`)
}

test('the table of test ids names those that there are, each in its document', () => {
  expect(new Set(inTable())).toEqual(new Set(inCode))
})

test('an id that the code is handed is one that it is handed', () => {
  const list = read('src/card-frame/stored/list.ts')
  for (const id of composed.get('testId')!) expect(list).toContain(`, '${id}', `)
  expect(list.match(/\bquiet\('/g)).toHaveLength(composed.get('testId')!.length)
})
