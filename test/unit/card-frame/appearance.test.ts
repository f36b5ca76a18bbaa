import { expect, test } from 'vitest'
import type { Appearance } from '#bridge/protocol.ts'
import { lookOf, readableOn, schemeOf } from '#card-frame/appearance.ts'

test('a whole appearance is taken over', () => {
  expect(lookOf({ scheme: 'light', accent: '#0B7A4B', background: '#ffffff', text: '#101010', radius: 8 })).toEqual({
    '--accent': '#0b7a4b',
    '--on-accent': '#ffffff',
    '--background': '#ffffff',
    '--text': '#101010',
    '--radius': '8px',
  })
})

test.each(['red', '#fff', '#12345g', 'url(//evil)', '#000000;x:y', '#000000\n', {}, 5, null])(
  '%j is no colour here',
  (value) => {
    const look = lookOf({ scheme: 'light', accent: value, background: value, text: value } as unknown as Appearance)
    expect(Object.values(look).filter((set) => set !== undefined)).toEqual([])
  },
)

test.each([
  [-5, '0px'],
  [3.5, '3.5px'],
  [99, '24px'],
  [Number.NaN, undefined],
  ['8px' as never, undefined],
])('a radius of %s becomes %s', (radius, shown) => {
  expect(lookOf({ scheme: 'light', radius })['--radius']).toBe(shown)
})

test('the ink on a colour is the one that stands out more', () => {
  expect(readableOn('#2450d8')).toBe('#ffffff')
  expect(readableOn('#ffcc00')).toBe('#14161a')
  expect(readableOn('#000000')).toBe('#ffffff')
})

test('anything that is not dark is light', () => {
  expect(schemeOf({ scheme: 'dark' })).toBe('dark')
  expect(schemeOf({ scheme: 'sepia' as never })).toBe('light')
})
