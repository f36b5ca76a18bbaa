import { describe, expect, test } from 'vitest'
import type { Appearance } from '#bridge/protocol.ts'
import { themeOf, readableOn, schemeOf } from '#card-frame/form/theme.ts'

test('a whole appearance is taken over', () => {
  expect(themeOf({ scheme: 'light', accent: '#0B7A4B', background: '#ffffff', text: '#101010', radius: 8 })).toEqual({
    '--accent': '#0b7a4b',
    '--on-accent': '#ffffff',
    '--background': '#ffffff',
    '--text': '#101010',
    '--radius': '8px',
  })
})

describe.each(['accent', 'background', 'text'])('%s', (token) => {
  test.each(['red', '#fff', '#12345g', 'url(//evil)', '#000000;x:y', '#000000\n', ['#000000'], {}, 5, null])(
    'is not %j',
    (value) => {
      const check = () => themeOf({ scheme: 'light', [token]: value } as unknown as Appearance)
      expect(check).toThrow(`Appearance "${token}" must be a colour such as #2f55d4.`)
    },
  )
})

test('what is left out leaves the frame as it is', () => {
  expect(Object.values(themeOf({ scheme: 'light' })).filter((set) => set !== undefined)).toEqual([])
})

test.each([
  [-5, '0px'],
  [3.5, '3.5px'],
  [99, '24px'],
])('a radius of %s becomes %s', (radius, shown) => {
  expect(themeOf({ scheme: 'light', radius })['--radius']).toBe(shown)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '8px', [8], null])('a radius is not %s', (radius) => {
  const check = () => themeOf({ scheme: 'light', radius } as unknown as Appearance)
  expect(check).toThrow('Appearance "radius" must be a number of pixels.')
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
