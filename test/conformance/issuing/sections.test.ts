import { expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { openOperations, operationsOf } from './operations.ts'
import { rules } from './rules.ts'
import { fieldCases } from './rules/fields.ts'
import { sectionOf } from './sections.ts'

const names = [...rules, ...fieldCases].map(([name]) => name)

test("every rule's name begins with the section that states it", () => {
  expect(names.filter((name) => !sectionOf(name))).toEqual([])
})

test('no two rules have the same name', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the contract has all 44 operations of the document and no other, each with a rule about it', () => {
  const written = Object.values(operationsOf).flatMap((names) => names ?? [])
  expect(written).toHaveLength(44)
  expect(Object.keys(issuingApi).toSorted()).toEqual(written.toSorted())
  const stated = rules.map(([name]) => name)
  expect(Object.keys(operationsOf).flatMap((section) => openOperations(section, stated))).toEqual([])
})
