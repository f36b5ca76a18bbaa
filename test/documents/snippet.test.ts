import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** What a merchant copies, and what writes it: documents, examples, the demo, the programs, and the proxy's own pages. */
const places = ['README.md', 'docs', 'examples', 'demo', 'server']

/** A tag in markup, or one that a script adds, which is `async` by itself. */
const tag = /<script\b[^>]*\/v1\/checkout[-\w]*\.js[^>]*>|src: `[^`]*\/v1\/checkout\.js`[^}]*/g

const files = execFileSync('git', ['ls-files', '-z', ...places], { cwd: root, encoding: 'utf8' }).split('\0')

test('every script tag is the same, which delays no page and shares its connection with what it imports', () => {
  const found = files
    .filter((file) => /\.(?:md|txt|html|php|js|ts)$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(tag)].map(([text]) => `${file}: ${text}`))
  expect(found.length).toBeGreaterThan(20)
  const right = /<script\s+async\s+crossorigin\s|crossOrigin: 'anonymous'/
  expect(found.filter((text) => !right.test(text))).toEqual([])
})
