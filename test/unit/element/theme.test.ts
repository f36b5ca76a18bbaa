import { expect, test } from 'vitest'
import { parsed } from '#element/theme/colour.ts'
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
  ['color(srgb 0 0 0)', '#000000', 1],
  ['color(srgb 1 1 1)', '#ffffff', 1],
  ['color(srgb 0.2 0.4 1)', '#3366ff', 1],
  ['color(srgb 1.2 -0.1 0.5)', '#ff0080', 1],
  ['color(srgb 1e-7 0 0)', '#000000', 1],
  ['color(srgb 0.2 0.4 1 / 0.5)', '#3366ff', 0.5],
])('%j is %s, and covers %d of what is below', (color, hex, share) => {
  expect(parsed(color)).toEqual([[hex, share]])
})

test.each(['rgb(51, 102, 255)', 'rgba(0, 0, 0, 0)', 'auto', 'url(https://evil.example)'])('%j is none', (color) => {
  expect(parsed(color)).toEqual([])
})
