import { expect, test } from 'vitest'
import { rowOf } from '../../../scripts/bench/browser/first-key.ts'
import type { Subject } from '../../../scripts/bench/browser/subject.ts'
import type { Visit } from '../../../scripts/bench/browser/visit.ts'

const subject: Subject = { name: 'theirs', isFloor: true, address: async () => '', ready: { page: 'input' } }
const visit = (ready: number, keys: readonly number[]): Visit => ({
  ready,
  keys,
  bytes: 1000,
  requests: 2,
  shift: 0.01,
  blocked: 0,
})

test('a row has the medians of the visits, and the quantiles of all their keys', () => {
  const { values, ...row } = rowOf(subject, [visit(300, [10, 30]), visit(100, [20]), visit(200, [40, 50])])
  expect(row).toEqual({ name: 'theirs', isFloor: true })
  expect(values).toMatchObject({ ready: 200, key50: 30, bytes: 1000, requests: 2, shift: 0.01, blocked: 0 })
  expect(values['key95']).toBeCloseTo(48)
})

test('a page without keys has no time of a key', () => {
  expect(rowOf(subject, [visit(300, [])]).values).toMatchObject({ key50: null, key95: null })
})
