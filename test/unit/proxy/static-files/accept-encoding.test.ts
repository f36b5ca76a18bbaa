import { expect, test } from 'vitest'
import { chooseCoding } from '#proxy/static-files/accept-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br ; q=0.9,gzip;Q=0.8', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['identity;q=0', undefined],
  ['identity;q=0, br', 'br'],
  ['br;q=0.5, identity;q=0.8', undefined],
  ['br;q=0, gzip;q=0, identity;q=0', undefined],
  ['zstd, deflate', undefined],
  ['brotli', undefined],
  ['br;q=much', undefined],
  ['br;q=2', undefined],
  ['br;q=0.0001, gzip;q=0.001', 'gzip'],
])('of brotli and gzip, “%s” is answered by %s', (accepted, coding) => {
  expect(chooseCoding(accepted, ['br', 'gzip'])).toBe(coding)
})

test('what is not available is not chosen', () => {
  expect(chooseCoding('br, gzip;q=0.1', ['gzip'])).toBe('gzip')
  expect(chooseCoding('br, gzip', [])).toBeUndefined()
})
