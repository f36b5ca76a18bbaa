import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/root.ts'

const rows = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  .split('## What the console says')[1]!
  .split('## Refusals')[0]!
  .split('\n')

/** The lines for the console that code writes itself, with `…` for each value; a line with a code is only values. */
const sentencesIn = (code: string): readonly string[] =>
  [...code.matchAll(/(['"`])tender-checkout: (.+?)\1/g)]
    .map(([, , line]) => line!.replace(/\$\{[^}]*\}?/g, '…'))
    .filter((line) => /[a-z]+ [a-z]+/.test(line))

const folder = join(root, 'src/element')
const sentences = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => sentencesIn(readFileSync(join(folder, file), 'utf8')))

test('the sentences for the console that have no code are found', () => {
  expect(sentences).toContain('… is left out: …')
  expect(sentences.length).toBeGreaterThan(1)
})

test.each(sentences)('docs/errors.md says what to do about “%s”', (sentence) => {
  expect(rows.filter((row) => row.startsWith(`| \`${sentence}\``))).toHaveLength(1)
})
