import { describe, expect, test } from 'vitest'
import { checkedTheme as themeOf } from '#card-frame/form/theme.ts'
import { appearanceIn, localesIn, queryOf, readableOn, schemeOf, type Appearance } from '#contract/appearance.ts'

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

describe('in the address of the document', () => {
  const read = (query: string) => appearanceIn(Object.fromEntries(new URLSearchParams(query)))

  test('an appearance is read as it was written', () => {
    const appearance: Appearance = {
      scheme: 'dark',
      accent: '#ffcc00',
      background: '#101010',
      text: '#fafafa',
      radius: 8,
    }
    const query = queryOf({ locales: ['ru'], appearance })
    expect(new URLSearchParams(query).get('locale')).toBe('ru')
    expect(read(query)).toEqual(appearance)
    expect(read(queryOf({ locales: ['en'], appearance: { scheme: 'light' } }))).toEqual({ scheme: 'light' })
  })

  test('the locales are read in their order, each once and at most eight', () => {
    const locales = ['ru-KZ', 'ru', 'ru-KZ', 'a', 'b', 'c', 'd', 'e', 'f', 'g']
    const query = queryOf({ locales, appearance: { scheme: 'light' } })
    const read = Object.fromEntries(new URLSearchParams(query))
    expect(localesIn(read)).toEqual(['ru-KZ', 'ru', 'a', 'b', 'c', 'd', 'e', 'f'])
    expect(localesIn({ locale: 'x,'.repeat(1_000) })).toHaveLength(8)
    expect(localesIn({ locale: ['ru', 'en'] })).toEqual([])
  })

  test('what is not one is left out, and the rest is not lost', () => {
    expect(read('scheme=sepia&accent=url(//evil)&text=%23fafafa&radius=&background=red')).toEqual({
      scheme: 'light',
      text: '#fafafa',
    })
    expect(read('radius=8px')).toEqual({ scheme: 'light' })
    expect(appearanceIn({ accent: ['#ffcc00', '#ffcc00'], radius: ['1'] })).toEqual({ scheme: 'light' })
  })
})
