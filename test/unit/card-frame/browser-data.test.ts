import { expect, test } from 'vitest'
import { Browser } from '#contract/checkout-requests.ts'
import { browserData, colorDepth, shortTag } from '#card-frame/proxy-client/browser-data.ts'

const seen = {
  userAgent: 'Mozilla/5.0',
  language: 'en-GB',
  colorDepth: 30,
  screenWidth: 1440,
  screenHeight: 900.4,
  timeZoneOffset: -0,
  timeZone: 'Europe/London',
  plugins: ['PDF Viewer', 'Chrome PDF Viewer'],
}

test('what a browser says keeps the contract', () => {
  expect(Browser.parse(browserData(seen))).toEqual({
    userAgent: 'Mozilla/5.0',
    language: 'en-GB',
    colorDepth: '24',
    screenWidth: 1440,
    screenHeight: 900,
    timeZoneOffset: '0',
    timeZone: 'Europe/London',
    plugins: 'PDF Viewer, Chrome PDF Viewer',
    javaEnabled: false,
  })
})

test('what a browser conceals or exaggerates keeps the contract too', () => {
  const odd = {
    userAgent: 'x'.repeat(5000),
    language: '',
    colorDepth: Number.NaN,
    screenWidth: 1e9,
    screenHeight: Number.NaN,
    timeZoneOffset: 720,
    timeZone: '',
    plugins: Array.from({ length: 500 }, () => 'x'.repeat(50)),
  }
  expect(Browser.safeParse(browserData(odd)).success).toBe(true)
  expect(Browser.safeParse(browserData({ ...odd, userAgent: '', plugins: [] })).success).toBe(true)
})

test.each([
  [0, '1'],
  [1, '1'],
  [18, '16'],
  [24, '24'],
  [30, '24'],
  [32, '32'],
  [64, '48'],
])('a depth of %i bits is sent as %s', (depth, result) => {
  expect(colorDepth(depth)).toBe(result)
})

test.each([
  ['en-GB', 'en-GB'],
  ['en-GB-oxendict', 'en-GB'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['sr-Latn-RS', 'sr-Latn'],
  ['en-u-ca-gregory', 'en-u-ca'],
  ['de-x-abcdefgh', 'de'],
  ['kk', 'kk'],
  ['', 'en'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['en@posix', 'en'],
  ['de-DE@posix', 'de-DE'],
])('the language %s is sent as %s', (tag, result) => {
  expect(shortTag(tag)).toBe(result)
})
