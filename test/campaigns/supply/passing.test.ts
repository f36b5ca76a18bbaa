import { describe, expect, test } from 'vitest'
import { hasPassed, type Result } from './passing.ts'
import { hasTest } from './proofs.ts'

const file = 'test/a.test.ts'
const passed = (...titles: string[]): Result => ({ file, titles, hasPassed: true })
const failed = (...titles: string[]): Result => ({ ...passed(...titles), hasPassed: false })

describe('a proof has passed', () => {
  const proof = { file, title: 'is refused' }
  test.each([
    ['by its own title', true, [passed('is refused'), failed('another')]],
    ['as a row of a table', true, [passed('a ticket', 'is refused (alg none)')]],
    ['with all that it stands over', true, [passed('is refused', 'once'), passed('is refused', 'twice')]],
    ['but not by half', false, [passed('is refused', 'once'), failed('is refused', 'twice')]],
    ['but not when it was skipped or failed', false, [failed('is refused')]],
    ['but not when it never ran', false, [passed('another')]],
    ['but not in another file', false, [{ ...passed('is refused'), file: 'test/b.test.ts' }]],
  ])('%s', (_, is, results) => {
    expect(hasPassed(proof, results)).toBe(is)
  })
})

test.each([
  ['a key of %i bits opens', 'a key of 2048 bits opens'],
  ['${SCENARIOS} payments (all) break no rule', '400 payments (all) break no rule'],
  ['replacing $what.name fails none', 'replacing the ticket key fails none'],
])('a row of “%s” is found', (title, run) => {
  expect(hasPassed({ file, title }, [passed(run)])).toBe(true)
  expect(hasPassed({ file, title }, [passed([...run].toReversed().join(''))])).toBe(false)
})

describe('a file has a test', () => {
  test.each([
    ["test('is refused', () => {})", true],
    ["test.each(rows)('%s is refused', () => {})\nconst rows = [['is refused']]", true],
    ["test.skipIf(why)('is refused', () => {})", true],
    ["test.skip('is refused', () => {})", false],
    ["test.todo('is refused')", false],
    ["test.fails('is refused', () => {})", false],
    ["describe.skip('all', () => {\n  test('is refused', () => {})\n})", false],
    ["test.concurrent.only('another', () => {})\ntest('is refused', () => {})", false],
    ["  // test('is refused', () => {})", false],
    ["test('is refused at last', () => {})", false],
  ])('%s: %s', (text, is) => {
    expect(hasTest(text, 'is refused')).toBe(is)
  })
})
