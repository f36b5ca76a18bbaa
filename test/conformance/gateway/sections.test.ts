import { expect, test } from 'vitest'
import { fieldCases, openRules, rules } from './all-rules.ts'
import { rightRequests } from './right-requests.ts'
import { doneCases } from './rules/fields.ts'
import { ruleCounts, sectionOf } from './sections.ts'

const names = [...[...rules, ...fieldCases].map(([name]) => name), ...openRules]

test('every rule begins with the section that states it, or says that it is the family’s', () => {
  expect(names.filter((name) => sectionOf(name) === undefined)).toEqual([])
})

test('no two rules have the same name', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('every section that states rules has one, written by hand', () => {
  expect(ruleCounts().filter(([, byHand]) => byHand === 0)).toEqual([])
})

test('every rule is counted once', () => {
  const counted = ruleCounts().reduce((sum, [, ...numbers]) => sum + numbers.reduce((one, other) => one + other), 0)
  expect(counted).toBe(names.length)
})

test('there is a wrong value of every kind', () => {
  const kinds = fieldCases.flatMap(([name]) => / that is (.*)$/.exec(name)?.[1] ?? [])
  expect(new Set(kinds).size).toBeGreaterThan(5)
})

test('over HTTP every operation is done', () => {
  expect(doneCases).toHaveLength(Object.keys(rightRequests).length)
})
