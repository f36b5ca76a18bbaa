import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import { LARGEST_BODY } from '#proxy/http/body-limits.ts'
import { adversarial, slowest } from './validators.ts'

/** A pattern with quadratic time needs a thousand times this. */
test('no validator takes long over 16 KiB, the longest body besides a ticket', () => {
  expect(slowest(16 * 1024).ms).toBeLessThan(100)
})

test('JSON as long as a body with a ticket is read in a moment', () => {
  for (const long of adversarial(LARGEST_BODY)) {
    const begun = process.cpuUsage()
    for (const body of [long, JSON.stringify({ ticket: long }), JSON.stringify({ list: [...long].slice(0, 40_000) })])
      try {
        readStrictly(body)
      } catch {
        // It is refused.
      }
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(150)
  }
})

test('a text that is too long meets no pattern any more', () => {
  const seen: string[] = []
  const schema = text(1, 3).check(z.refine((value) => seen.push(value) > 0))
  expect([schema.safeParse('abcd').success, schema.safeParse('abc').success, seen]).toEqual([false, true, ['abc']])
})
