import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import { expect, test } from 'vitest'
import { schemeNames } from '#card-frame/card/schemes.ts'
import { drawingWith } from '#card-frame/brand-logos/drawing.ts'
import { drawn, type Marks } from '#card-frame/brand-logos/drawn.ts'
import { frequentMarks } from '#card-frame/brand-logos/frequent.ts'
import { marks as rareMarks } from '#card-frame/brand-logos/rare-marks.ts'
import { cardBrandNames } from '#proxy/config/card-brands.ts'
import type { VNode } from '#card-frame/vdom/h.ts'

const brands = [...Object.keys(cardTypes), ...Object.keys(schemeNames)]

/** Words and nothing else: Hiper's own mark is one; the logos of the others were not found. */
const words = ['hiper', 'apra', 'nps']

const tagsOf = (nodes: readonly VNode[] | undefined): readonly string[] | undefined => nodes?.map(({ tag }) => tag)

/** A drawing whose rare marks come when the test says so. */
function drawingOf() {
  const loads: { come: () => void; fail: () => void }[] = []
  let arrivals = 0
  const load = () =>
    new Promise<{ marks: Marks }>((resolve, reject) => {
      loads.push({ come: () => resolve({ marks: rareMarks }), fail: () => reject(new Error('lost')) })
    })
  const drawing = drawingWith(load, () => (arrivals += 1))
  return { drawing, loads, arrivals: () => arrivals }
}

test('each brand has one mark, and each mark a brand, which a proxy may be set to accept', () => {
  expect([...Object.keys(frequentMarks), ...Object.keys(rareMarks)].toSorted()).toEqual(brands.toSorted())
  expect(cardBrandNames.toSorted()).toEqual(brands.toSorted())
})

test('no two brands have the same paper and shapes', () => {
  const all = [...Object.values(frequentMarks), ...Object.values(rareMarks)].map((mark) => JSON.stringify(mark))
  expect(new Set(all).size).toBe(brands.length)
})

test.each(brands)('the mark of %s is more than a word in a box, and can be read at its own size', (id) => {
  const [paper, ...parts] = drawn((frequentMarks[id] ?? rareMarks[id])!)
  expect(paper!.tag).toBe('rect')
  expect(parts.some(({ tag }) => tag === 'path')).toBe(!words.includes(id))
  for (const { attributes } of parts.filter(({ tag }) => tag === 'text')) {
    expect(attributes['font-size']).toBeGreaterThanOrEqual(5)
    // Within its paper in every font.
    const [middle, length] = [Number(attributes['x']), Number(attributes['textLength'])]
    expect(middle - length / 2).toBeGreaterThanOrEqual(2)
    expect(middle + length / 2).toBeLessThanOrEqual(36)
  }
})

test('the marks of frequent brands are there at once, and load nothing', () => {
  const { drawing, loads } = drawingOf()
  for (const id of Object.keys(frequentMarks)) expect(tagsOf(drawing({ id }))).toContain('path')
  expect(loads).toHaveLength(0)
})

test('the first rare brand loads the marks of all of them, once', async () => {
  const { drawing, loads, arrivals } = drawingOf()
  expect([drawing({ id: 'humo' }), drawing({ id: 'troy' })]).toEqual([undefined, undefined])
  expect([loads.length, arrivals()]).toEqual([1, 0])
  loads[0]!.come()
  await expect.poll(arrivals).toBe(1)
  for (const id of Object.keys(rareMarks)) expect(tagsOf(drawing({ id }))![0]).toBe('rect')
  expect(drawing({ id: 'humo' })).toBe(drawing({ id: 'humo' }))
  expect(loads).toHaveLength(1)
})

test('where the marks are lost, a rare brand has none until they are asked for again', async () => {
  const { drawing, loads, arrivals } = drawingOf()
  drawing({ id: 'humo' })
  loads[0]!.fail()
  await expect.poll(() => [drawing({ id: 'humo' }), loads.length]).toEqual([undefined, 2])
  expect(drawing({ id: 'visa' })).toBeDefined()
  loads[1]!.come()
  await expect.poll(arrivals).toBe(1)
  expect(drawing({ id: 'humo' })).toBeDefined()
})

test('a system that is in no table is its name, where that can be read, and loads nothing', () => {
  const { drawing, loads } = drawingOf()
  const [, text] = drawing({ id: 'unknown', name: 'Girocard' })!
  expect([text!.tag, text!.children]).toEqual(['text', ['Girocard']])
  expect(text!.attributes['font-size']).toBeGreaterThanOrEqual(5)
  expect(drawing({ id: 'unknown', name: 'A very long name' })).toBeUndefined()
  expect(loads).toHaveLength(0)
})
