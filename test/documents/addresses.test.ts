import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

const read = 'README.md CONTRIBUTING.md SECURITY.md docs deploy examples src server demo scripts'.split(' ')

/** Every file of these places, as git lists them: no built or installed one. */
const files = spawnSync('git', ['ls-files', '-z', ...read], { cwd: root, encoding: 'utf8' })
  .stdout.split('\0')
  .filter(Boolean)

test('no example has the proxy on the shop’s site, against our own first rule', () => {
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'latin1') }))
  expect(texts.filter(({ text }) => text.includes('shop.example')).length).toBeGreaterThan(40)
  expect(texts.filter(({ text }) => /[\w-]\.shop\.example\b/.test(text)).map(({ file }) => file)).toEqual([])
})
