import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { environment } from '../support/test-proxy.ts'

const read = (env: Readonly<Record<string, string>>) => readConfig({ ...environment, ...env })

test('a shop that sets nothing has all the limits', () => {
  const limits = { tries: 5, cards: 3, declines: 10, declinedPercent: 50, minimumFormTimeMs: 1500 }
  expect(read({}).config?.limits).toEqual(limits)
})

test('each limit can be another, or none', () => {
  const env = {
    TENDER_LIMIT_TRIES: '8',
    TENDER_LIMIT_CARDS: 'none',
    TENDER_LIMIT_DECLINES: '100',
    TENDER_LIMIT_DECLINED_PERCENT: 'none',
    TENDER_LIMIT_FORM_TIME_MS: 'none',
  }
  const limits = { tries: 8, cards: Infinity, declines: 100, declinedPercent: Infinity, minimumFormTimeMs: 0 }
  expect(read(env).config?.limits).toEqual(limits)
})

test.each([
  ['TENDER_LIMIT_TRIES', '0'],
  ['TENDER_LIMIT_TRIES', '21'],
  ['TENDER_LIMIT_CARDS', '-1'],
  ['TENDER_LIMIT_DECLINES', '1.5'],
  ['TENDER_LIMIT_DECLINED_PERCENT', '100'],
  ['TENDER_LIMIT_DECLINED_PERCENT', '50 %'],
  ['TENDER_LIMIT_FORM_TIME_MS', '5001'],
  ['TENDER_LIMIT_FORM_TIME_MS', 'off'],
])('%s must not be %s', (name, value) => {
  expect(read({ [name]: value }).errors).toEqual([expect.stringMatching(`^${name} must be a whole number`)])
})
