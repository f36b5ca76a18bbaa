import { expect, test } from 'vitest'
import { hexOf } from '#element/theme/colour.ts'
import { schemeOf } from '#element/theme/theme.ts'

test.each([
  ['normal', false, 'light'],
  ['normal', true, 'light'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['dark', true, 'dark'],
  ['light dark', false, 'light'],
  ['light dark', true, 'dark'],
  ['dark light', true, 'dark'],
  ['only dark', false, 'dark'],
  ['', true, 'light'],
])('color-scheme %j with a preference for dark %s shows %s', (colorScheme, prefersDark, scheme) => {
  expect(schemeOf(colorScheme, prefersDark)).toBe(scheme)
})

test.each([
  ['color(srgb 0 0 0)', '#000000'],
  ['color(srgb 1 1 1)', '#ffffff'],
  ['color(srgb 0.2 0.4 1)', '#3366ff'],
  ['color(srgb 1.2 -0.1 0.5)', '#ff0080'],
  ['color(srgb 1e-7 0 0)', '#000000'],
  ['color(srgb 0.2 0.4 1 / 0.5)', undefined],
  ['rgb(51, 102, 255)', '#3366ff'],
  ['rgb(51.5, 102, 300)', '#3466ff'],
  ['rgba(0, 0, 0, 0)', undefined],
  ['auto', undefined],
  ['url(https://evil.example)', undefined],
])('%j is %s', (color, hex) => {
  expect(hexOf(color)).toBe(hex)
})
