import { expect, test } from 'vitest'
import { fieldCases, openRules, rules } from './all-rules.ts'
import { casesOn, operationIn, wrongIn } from './cases-on.ts'
import { inProcess, overHttp } from './fixture.ts'
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

test('over HTTP a field of each operation is refused, and one for each kind of wrong value', () => {
  const [all, briefly] = [fieldCases, casesOn(overHttp(), fieldCases)]
  for (const kindIn of [operationIn, wrongIn]) expect(new Set(briefly.map(kindIn))).toEqual(new Set(all.map(kindIn)))
  expect(casesOn(inProcess(), fieldCases)).toBe(all)
  expect(fieldCases.map(operationIn)).not.toContain(undefined)
  expect(new Set(all.map(wrongIn)).size).toBeGreaterThan(5)
})
