import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { slowest } from './validators.ts'

/** A pattern with quadratic time needs a thousand times this. */
test('no validator takes long over 16 KiB, the longest body', () => {
  expect(slowest(16 * 1024).ms).toBeLessThan(100)
})

test('a text that is too long meets no pattern any more', () => {
  const seen: string[] = []
  const schema = text(1, 3).check(z.refine((value) => seen.push(value) > 0))
  expect([schema.safeParse('abcd').success, schema.safeParse('abc').success, seen]).toEqual([false, true, ['abc']])
})
