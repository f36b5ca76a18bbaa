import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proxyErrors } from '#contract/proxy-errors.ts'
import { root } from '../../support/root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The codes that the page's own code gives to errors, found in its source. */
const codesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...read(join(folder, file)).matchAll(/\bcode: '([a-z_]+)'|name: '([a-z]+_[a-z]+)'|\.name = '([a-z_]+)'/g),
    ])
    .map(([, ...names]) => names.find(Boolean)!)

const own = new Set(
  ['src/element', 'src/card-frame', 'src/bridge', 'src/browser']
    .flatMap(codesIn)
    .filter((code) => !(code in proxyErrors) && !code.startsWith('config_')),
)

test('docs/errors.md explains every code of tender-error that the page makes itself', () => {
  const [explained] = /^## Error codes$[^]+?(?=^## )/m.exec(read('docs/errors.md'))!
  expect([...own]).toEqual(expect.arrayContaining(['frame_timeout', 'script_failed', 'wallet_failed']))
  expect([...own].filter((code) => !explained.includes(`\`${code}\``))).toEqual([])
})
