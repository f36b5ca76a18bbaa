import { expect, test } from 'vitest'
import { readBankPage } from '#proxy/config/methods/bank-page/settings.ts'
import { VariableReader } from '#proxy/config/reader.ts'

const read = (value: string | undefined, cardsInPage?: boolean) => {
  const from = new VariableReader({ TENDER_BANK_PAGE: value })
  return [readBankPage(from, cardsInPage === undefined ? undefined : { profile: { cardsInPage } }), from.errors]
}

test.each([
  [undefined, true, 'off'],
  [undefined, false, 'only'],
  ['on', false, 'on'],
  ['off', false, 'off'],
  ['only', true, 'only'],
  [undefined, undefined, 'off'],
])('the variable %s, at a bank that permits cards in the page (%s), is %s', (value, permits, expected) => {
  expect(read(value, permits)).toEqual([expected, []])
})

test('any other value is refused by name', () => {
  expect(read('always', true)[1]).toEqual(['TENDER_BANK_PAGE must be one of off, on, only.'])
})
