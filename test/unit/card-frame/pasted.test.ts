import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expiryMask } from '#card-frame/card/expiry.ts'
import { applyMask, type Mask } from '#card-frame/card/mask.ts'
import { luhn, numberMask } from '#card-frame/card/number.ts'
import { cardIn, pasted } from '#card-frame/card/pasted.ts'

const show = (mask: Mask, raw: string): string => applyMask(mask, { before: '', raw, caret: raw.length }).value
const number = (text: string): string => show(numberMask, pasted['number']!(text, 'en'))
const expiry = (text: string, language: string): string => show(expiryMask, pasted['expiry']!(text, language))

const visa = '4111 1111 1111 1111'

test.each([
  '4111111111111111 12/34 123',
  '4111111111111111\t12/34\t123',
  '4111111111111111|12/34|123',
  '4111111111111111 | 12/34 | 123',
  '4111111111111111 12-34 123',
  '4111111111111111 12.34 123',
  '4111111111111111 12/2034 123',
  '4111111111111111 1234 123',
  '4111111111111111 123',
  '4111 1111 1111 1111 12/34 123',
  '4111 1111 1111 1111 1/34 123',
  '4111-1111-1111-1111 12-34 123',
  '4111 1111 1111 1111  123',
  '4111 1111 1111 1111, 1234, 123',
  'Visa 4111 1111 1111 1111 CVV 123',
  'Visa: 4111.1111.1111.1111 (12/34)',
  '4111\u00a01111\u00a01111\u00a01111\u00a012/34',
  '٤١١١ ١١١١ ١١١١ ١١١١ ١٢/٣٤',
  'CVV 123, 4111 1111 1111 1111',
])('only the number of %j is left', (text) => {
  expect(number(text)).toBe(visa)
})

test('so it is for a number of another length, and of a brand without a check digit', () => {
  expect(number('3782 822463 10005 12/34 1234')).toBe('3782 822463 10005')
  expect(number('378282246310005 1234')).toBe('3782 822463 10005')
  expect(number('6200 0000 0000 0000 CVV 123')).toBe('6200 0000 0000 0000')
})

test('digits that are too many for a number are none, though their check digit is right', () => {
  const dates = ['1230', '1231', '1232', '1233', '1234', '1235', '1236', '1237', '1238', '1239']
  const date = dates.find((digits) => luhn(`4111111111111111${digits}`))
  expect(number(`4111111111111111 ${date}`)).toBe(visa)
})

test.each([
  visa,
  '4111111111111111',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111',
  '4111–1111–1111–1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '٤١١١١١١١١١١١١١١١',
  '41 1111 11-1111 111.1',
  '4111 - 1111 - 1111 - 1111',
  '4111, 1111, 1111, 1111',
  '4111\t1111\t1111\t1111',
  '4111/1111/1111/1111',
  'card 4111 1111 1111 1111',
])('a number alone, as %j, is whole', (text) => {
  expect(number(text)).toBe(visa)
})

test.each([
  ['a number with a wrong digit', '4111 1111 1111 1112 CVV 123'],
  ['a part of a number', '4111 1111 12/34'],
  ['19 digits in groups', '4111 1111 1111 1111 123'],
  ['more digits than any number has', '4111 1111 1111 1111 1234 5678'],
  ['a number whose first 12 digits are a valid one', '501800000009 0000'],
])('%s is not cut', (_, text) => {
  expect(pasted['number']!(text, 'en')).toBe(text)
})

const shownDigits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 19 })

test('a field with one more digit is never cut, whatever its first digits are', () => {
  fc.assert(
    fc.property(shownDigits, fc.nat(30), fc.constantFrom(...'0123456789'), (digits, at, key) => {
      const value = numberMask.show([digits])
      const raw = value.slice(0, at) + key + value.slice(at)
      expect(pasted['number']!(raw, 'en')).toBe(raw)
      const date = show(expiryMask, digits)
      expect(pasted['expiry']!(date + key, 'en')).toBe(date + key)
    }),
    { numRuns: 1_000 },
  )
})

test('a valid number of 16 digits keeps the three more of a longer one that are typed after it', () => {
  const first = [...'0123456789'].map((digit) => `411111111111111${digit}`).find(luhn)!
  const typed = [...'110'].reduce((value, key) => show(numberMask, pasted['number']!(value + key, 'en')), first)
  expect(typed).toBe('4111 1111 1111 1111 110')
})

test.each([
  ['Dec 2034', 'en', '12 / 34'],
  ['December 34', 'en', '12 / 34'],
  ['DEC34', 'en', '12 / 34'],
  ["Sept. '34", 'en', '09 / 34'],
  ['2034 May', 'en', '05 / 34'],
  ['valid thru: dec/34', 'en', '12 / 34'],
  ['Dezember 2034', 'de', '12 / 34'],
  ['Dez. 34', 'de', '12 / 34'],
  ['Dec 34', 'de', '12 / 34'],
  ['декабря 2034', 'ru', '12 / 34'],
  ['до мая 34', 'ru', '05 / 34'],
  ['grudnia 2034', 'pl', '12 / 34'],
  ['Tháng 12/2034', 'vi', '12 / 34'],
  ['mrt 2034', 'nl', '03 / 34'],
  ['juin 2034', 'fr', '06 / 34'],
  ['marzo de 2034', 'es', '03 / 34'],
  ['декабрь 2034 г.', 'ru', '12 / 34'],
  ['دسامبر ۲۰۳۴', 'fa', '12 / 34'],
  ['दिसंबर 2034', 'hi', '12 / 34'],
])('the month of %j on a page in %s is found: %s', (text, language, shown) => {
  expect(expiry(text, language)).toBe(shown)
})

test.each([
  ['12/34', '12 / 34'],
  ['1/34', '01 / 34'],
  ['122034', '12 / 34'],
  ['exp 12/34', '12 / 34'],
  ['exp 1234', '12 / 34'],
  ['2034年12月', '12 / 34'],
  ['12月34年', '12 / 34'],
  ['12/03/2034', ''],
])('an expiry date in digits, %j, is %j as it would be typed', (text, shown) => {
  expect(expiry(text, 'en')).toBe(shown)
})

test.each([
  ['4444 5555 1111 3333\n12/34\n123', { number: '4444 5555 1111 3333', expiry: '12/34', cvc: '123' }],
  [
    'Card number: 4444555511113333\r\nValid thru: Dec 2034\r\nCVV2: 123',
    { number: '4444555511113333', expiry: '12/2034', cvc: '123' },
  ],
  ['JANE DOE\n3782 822463 10005\n1234\n12/34', { number: '3782 822463 10005', expiry: '12/34', cvc: '1234' }],
  ['4444555511113333\n1234\n567', { number: '4444555511113333', expiry: '1234', cvc: '567' }],
  ['4444555511113333\n2034-7', { number: '4444555511113333', expiry: '2034-7' }],
  ['12/34\n523', { expiry: '12/34', cvc: '523' }],
])('the lines of %j name fields of a card', (text, card) => {
  const named = Object.entries(cardIn(text, 'en')!).map(([field, value]) => [field, value.trim()])
  expect(Object.fromEntries(named)).toEqual(card)
})

test.each(['4444555511113333 12/34 123', '4444 5555\n1111 3333', 'Card number:\n4444555511113333', '12\n34', ''])(
  'a text whose lines do not name two fields, %j, is read as that of one',
  (text) => {
    expect(cardIn(text, 'en')).toBeUndefined()
  },
)

test.each([
  ['CVC2 123', '123'],
  ['Security code: 1234', '1234'],
])('the code in %j is %s', (text, code) => {
  expect(pasted['cvc']!(text, 'en')).toBe(code)
})

test.each(['Dezember 2034', 'Foo 34', 'Ju 2034', 'jan or feb 2034', '31 Dec 2034', 'Dec 12, 2034', 'Dec', 'Jui 2034'])(
  'a date without a month that can be read, %j, leaves the field empty',
  (text) => {
    expect(expiry(text, text.startsWith('Jui') ? 'fr' : 'it')).toBe('')
  },
)

test('a long text takes no longer than its length', () => {
  for (const piece of ['a', ' ', '1', '12 ', '1a', 'a1/', '1111 1111 1111 ', 'word ']) {
    const text = piece.repeat(100_000)
    const start = performance.now()
    pasted['number']!(text, 'en')
    pasted['expiry']!(text, 'en')
    expect(performance.now() - start, piece).toBeLessThan(5_000)
  }
}, 60_000)
