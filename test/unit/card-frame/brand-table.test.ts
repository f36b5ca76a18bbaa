import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import { expect, test } from 'vitest'
import { brandTable, type BrandTypes } from '../../../scripts/plugins/brand-table.ts'

/** The table as the frame has it, with the digits of each brand in the order of their lengths. */
async function built(types: BrandTypes): Promise<unknown> {
  const { default: table } = (await import(`data:text/javascript,${encodeURIComponent(brandTable(types))}`)) as {
    default: unknown
  }
  return table
}

const inOrder = (patterns: BrandTypes[string]['patterns']): readonly (readonly string[])[] =>
  patterns
    .map((pattern) => [pattern].flat().map(String))
    .toSorted(([one], [other]) => one!.length - other!.length || Number(one) - Number(other))

test('the frame has every brand of the library, with all of its numbers', async () => {
  const types = cardTypes as unknown as BrandTypes
  const wanted = Object.entries(types).map(([id, { niceType, patterns, gaps, lengths, code }]) => [
    id,
    { niceType, patterns: inOrder(patterns), gaps, lengths, code: { size: code.size } },
  ])
  expect(wanted.length).toBeGreaterThan(10)
  expect(await built(types)).toEqual(Object.fromEntries(wanted))
})

test('a number that is longer than the one before is whole, and one that only ends otherwise is not', async () => {
  const type = { niceType: 'One', gaps: [4], lengths: [16, 19], code: { size: 3 } }
  const text = brandTable({ one: { ...type, patterns: [9792, [650082, 650083], 650092, [97, 99]] } })
  expect(text).toContain('one|One|97-9 9792 650082-3 92|4|16,19|3')
})
