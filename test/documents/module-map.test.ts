import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '../architecture/modules.ts'
import { lines, moduleMap } from '../../scripts/documents/module-map.ts'
import { root } from '../support/root.ts'

test('the picture of the modules is that of the table (npm run readme writes it)', () => {
  expect(readFileSync(join(root, 'docs/images/modules.svg'), 'utf8')).toBe(moduleMap())
})

test('every module of the product is in the picture', () => {
  const missing = Object.keys(modules)
    .filter((name) => /^(?:src|server)\b/.test(name))
    .filter((name) => !moduleMap().includes(`>${name}</text>`))
  expect(missing).toEqual([])
})

test('long sentences are broken between words, and keep each of them', () => {
  const text = 'payments by card, binding and MOTO, with 3-D Secure, and whatever else a gateway of this family offers'
  expect(lines(text).join(' ')).toBe(text)
  expect(Math.max(...lines(text).map(({ length }) => length))).toBeLessThanOrEqual(60)
  expect(lines('short')).toEqual(['short'])
})
