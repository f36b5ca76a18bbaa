import { expect, test } from 'vitest'
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
