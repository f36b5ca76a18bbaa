import { describe, expect, test } from 'vitest'
import { checkedTheme } from '#card-frame/form/theme.ts'
import { defaults, schemeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { contrast, mixed, readableOn } from '#contract/appearance/contrast.ts'
import { corrected } from '#contract/appearance/corrected.ts'
import { appearanceIn, localesIn, queryOf } from '#contract/appearance/document-query.ts'
import { isLength, tokenNames, tokens } from '#contract/appearance/tokens.ts'

const theme = (appearance: object) => checkedTheme({ scheme: 'light', ...appearance } as Appearance)
const properties = (appearance: object) =>
  Object.fromEntries(Object.entries(theme(appearance).properties).filter(([, value]) => value !== undefined))

test('colours, lengths and words of an appearance become properties and attributes of the root', () => {
  const given = {
    accent: '#0B7A4B',
    radius: 8,
    font: 'mono',
    shadow: 'small',
    label: 'floating',
    'label-weight': '700',
  }
  expect(properties(given)).toEqual({
    '--accent': '#0b7a4b',
    '--on-accent': '#ffffff',
    '--radius': '8px',
    '--font': expect.stringMatching(/^ui-monospace, .* monospace$/),
    '--shadow': '0 1px 2px rgb(0 0 0 / .16)',
    '--label-weight': '700',
  })
  expect(theme(given).switches).toEqual({
    label: 'floating',
    fields: undefined,
    box: undefined,
    motion: undefined,
    button: undefined,
  })
})

test.each([
  [{}, undefined],
  [{ label: 'above' }, undefined],
  [{ fields: 'filled', label: 'floating' }, 'floating'],
  [{ fields: 'separate' }, 'above'],
  [{ fields: 'separate', label: 'floating' }, 'floating'],
])('labels stand above separate fields alone: %o', (given, label) => {
  expect(theme(given).switches).toMatchObject({ label })
})

const hostile = ['red', '#fff', '#12345g', 'url(//evil)', '#000000;x:y', '#000000\n', ['#000000'], {}, 5, null]

describe.each(tokenNames.filter((name) => tokens[name] === 'colour'))('the colour %s', (token) => {
  test.each(hostile)('is not %j', (value) => {
    expect(() => theme({ [token]: value })).toThrow(`Appearance "${token}" must be a colour such as #2f55d4.`)
  })
})

describe.each(tokenNames.filter((name) => isLength(tokens[name])))('the length %s', (token) => {
  const [least, most] = tokens[token] as readonly [number, number]

  test('stays within its limits', () => {
    expect(theme({ [token]: least - 1 }).properties[`--${token}`]).toBe(`${least}px`)
    expect(theme({ [token]: least + 0.5 }).properties[`--${token}`]).toBe(`${least + 0.5}px`)
    expect(theme({ [token]: most + 1 }).properties[`--${token}`]).toBe(`${most}px`)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '8px', [8], null])('is not %j', (value) => {
    expect(() => theme({ [token]: value })).toThrow(`Appearance "${token}" must be a number of pixels.`)
  })
})

describe.each(tokenNames.filter((name) => tokens[name] !== 'colour' && !isLength(tokens[name])))(
  'the word %s',
  (token) => {
    test.each(['', 'url(//evil)', 'nonsense', 'none; background: red', ['none'], 400, null])('is not %j', (value) => {
      expect(() => theme({ [token]: value })).toThrow(`Appearance "${token}" must be one of `)
    })
  },
)

test('what is left out leaves the frame as it is', () => {
  expect(properties({})).toEqual({})
})

describe('a colour with too little contrast is replaced', () => {
  test.each([
    ['text on the background', { text: '#cccccc' }, 'text', '#171a21'],
    ['text on the shop’s own dark background', { background: '#101010', text: '#333333' }, 'text', '#ffffff'],
    ['an error on the background', { background: '#b3261e' }, 'danger', '#ffffff'],
    ['text on the accent', { accent: '#ffcc00', 'on-accent': '#ffffff' }, 'on-accent', '#14161a'],
    ['the ring of the focus', { accent: '#ffee00' }, 'focus', '#171a21'],
    ['the border of a field', { border: '#f4f4f4' }, 'border', undefined],
    ['a field behind the text', { field: '#222222' }, 'field', undefined],
    ['hints', { muted: '#bbbbbb' }, 'muted', undefined],
    ['hints in a field', { muted: '#767676', field: '#e8e8e8' }, 'muted', undefined],
    ['hints that are mixed for a field', { field: '#8a8a8a' }, 'muted', '#171a21'],
    ['a border that is mixed for the background', { background: '#808080' }, 'border', '#14161a'],
    ['an error in a field', { field: '#e0c0c0' }, 'danger', '#171a21'],
    ['the ring of the focus in a field', { field: '#b08020' }, 'focus', '#171a21'],
  ])('%s', (_, given, token, shown) => {
    expect(properties(given)[`--${token}`]).toBe(shown)
  })

  test('and reported only where the shop has set it itself', () => {
    expect(corrected({ scheme: 'light', background: '#101010' })).toEqual({
      appearance: { scheme: 'light', background: '#101010', text: '#ffffff', danger: '#ffffff' },
      corrections: [],
    })
    expect(corrected({ scheme: 'light', text: '#cccccc' }).corrections).toEqual([
      { field: 'text', against: 'background', ratio: expect.closeTo(1.6, 1) as number, least: 4.5 },
    ])
  })

  test('while one with enough stays', () => {
    const given = {
      scheme: 'dark',
      accent: '#ffcc00',
      background: '#000000',
      text: '#ffffff',
      border: '#999999',
    } as const
    expect(corrected(given)).toEqual({ appearance: given, corrections: [] })
  })

  test('whatever the two colours are, text can be read', () => {
    for (let red = 0; red < 256; red += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const background = `#${[red, 128, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        const { appearance } = corrected({ scheme: 'light', background, text: '#808080', accent: background })
        expect(contrast(appearance.text!, background)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(readableOn(background), background)).toBeGreaterThanOrEqual(4.5)
      }
  })
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

describe('a shop that sets the colour of fields alone', () => {
  const greys = Array.from({ length: 52 }, (_, at) => 5 * at)
  const grey = (value: number): string => `#${value.toString(16).padStart(2, '0').repeat(3)}`

  // WCAG 1.4.3, 1.4.11 and 2.4.7: what stands in a field, and the ring of the focus, which is drawn on it.
  test.each(['light', 'dark'] as const)('gets text, hints, errors and a ring that are seen there, %s', (scheme) => {
    for (const value of greys) {
      const { appearance } = corrected({ scheme, field: grey(value) })
      const { background, text, danger, accent } = { ...defaults[scheme], ...appearance }
      const field = appearance.field ?? background
      const muted = (base: string) => appearance.muted ?? mixed(text, base, 0.72)
      for (const base of [field, background]) {
        for (const seen of [text, danger, muted(base)]) expect(contrast(seen, base)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(appearance.focus ?? accent, base)).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('and hears of it only where text could not be read there', () => {
    expect(corrected({ scheme: 'light', field: '#8a8a8a' }).corrections).toEqual([])
    expect(corrected({ scheme: 'light', field: '#222222' }).corrections).toMatchObject([
      { field: 'field', against: 'text' },
    ])
  })
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
      gap: 20,
      font: 'mono',
      fields: 'filled',
    }
    const query = queryOf({ locales: ['ru'], appearance })
    expect(new URLSearchParams(query).get('locale')).toBe('ru')
    expect(read(query)).toEqual(appearance)
    expect(read(queryOf({ locales: ['en'], appearance: { scheme: 'light' } }))).toEqual({ scheme: 'light' })
  })

  test('a hidden button is read, and nothing else as one', () => {
    const appearance: Appearance = { scheme: 'light', button: 'hidden' }
    expect(read(queryOf({ locales: ['en'], appearance }))).toEqual(appearance)
    expect(read('button=none')).toEqual({ scheme: 'light' })
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
    expect(read('scheme=sepia&accent=url(//evil)&text=%23fafafa&radius=&background=red&font=Inter&gap=x')).toEqual({
      scheme: 'light',
      text: '#fafafa',
    })
    expect(read('radius=8px')).toEqual({ scheme: 'light' })
    expect(appearanceIn({ accent: ['#ffcc00', '#ffcc00'], radius: ['1'] })).toEqual({ scheme: 'light' })
  })
})
