import { expect, test } from 'vitest'
import { cardMonth } from '#contract/time/card-month.ts'
import { brandOf } from '#card-frame/card/brand.ts'
import { checkCvc } from '#card-frame/card/cvc.ts'
import { checkExpiry } from '#card-frame/card/expiry.ts'
import { checkHolder } from '#card-frame/card/holder.ts'
import { channelForm } from '#card-frame/methods/channels.ts'
import { plainLatin } from '#contract/latin.ts'
import { luhn, checkNumber } from '#card-frame/card/number.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

test('every number of the sandbox passes', () => {
  expect(testCards.filter(({ pan }) => !luhn(pan) || checkNumber(pan) !== undefined)).toEqual([])
})

test('one wrong digit, and most swaps of neighbours, fail the check digit', () => {
  const pan = '5555555555555599'
  for (let at = 0; at < pan.length; at += 1)
    for (const digit of '0123456789')
      if (digit !== pan[at]) expect(luhn(pan.slice(0, at) + digit + pan.slice(at + 1))).toBe(false)
  expect(luhn('4111111111111111')).toBe(true)
  expect(luhn('1411111111111111')).toBe(false)
  expect(luhn('')).toBe(false)
})

test.each([
  ['', 'numberMissing'],
  ['5555 5555', 'numberShort'],
  ['5555 5555 5555 5598', 'numberWrong'],
  ['5555 5555 5555 5599', undefined],
  ['3782 822463 10005', undefined],
  ['9860 1234 1234 1232', undefined],
])('the number %s: %s', (value, problem) => {
  expect(checkNumber(value)).toBe(problem)
})

test('the check digit is not asked of UnionPay', () => {
  expect(brandOf('6200000000000000').id).toBe('unionpay')
  expect(checkNumber('6200000000000001')).toBeUndefined()
})

test.each(['7000 0000 0000 0001', '9999 9999 9999 9', '7777 7777 7777 7777 777'])(
  'the check digit is not asked of a scheme that nobody knows: %s',
  (number) => {
    expect(brandOf(number.replaceAll(' ', '')).id).toBe('unknown')
    expect(checkNumber(number)).toBeUndefined()
  },
)

test('the check digit is asked of local schemes', () => {
  expect(checkNumber('9860 1234 1234 1233')).toBe('numberWrong')
})

test.each([
  ['', 'expiryMissing'],
  ['1', 'expiryWrong'],
  ['12 / ', 'expiryWrong'],
  ['00 / 34', 'expiryWrong'],
  ['12 / 99', 'expiryWrong'],
  ['05 / 30', 'expiryPast'],
  ['12 / 29', 'expiryPast'],
  ['06 / 30', undefined],
  ['12 / 34', undefined],
])('the expiry date %s in June 2030: %s', (value, problem) => {
  expect(checkExpiry(value, '203006')).toBe(problem)
})

test('while the month is unknown, none is past or too far ahead', () => {
  for (const value of ['05 / 30', '01 / 00', '12 / 99']) expect(checkExpiry(value, undefined)).toBeUndefined()
  expect(checkExpiry('13 / 30', undefined)).toBe('expiryWrong')
  expect(checkExpiry('', undefined)).toBe('expiryMissing')
})

test('a card is good until its month is over everywhere on Earth', () => {
  expect(cardMonth(Date.UTC(2030, 6, 1, 11, 59))).toBe('203006')
  expect(cardMonth(Date.UTC(2030, 6, 1, 12))).toBe('203007')
})

test.each([
  ['4111', '', 'cvcMissing'],
  ['4111', '12', 'cvcShort'],
  ['4111', '123', undefined],
  ['4111', '1234', 'cvcShort'],
  ['3782', '123', 'cvcShort'],
  ['3782', '1234', undefined],
  ['', '123', undefined],
  ['', '', 'cvcMissing'],
  ['986012', '', undefined],
  ['986012', '12', 'cvcShort'],
  ['860012', '', undefined],
  ['601012', '', 'cvcMissing'],
  ['777777', '1234', undefined],
  ['777777', '', undefined],
])('on a card %s the security code %s: %s', (number, value, problem) => {
  expect(checkCvc(value, brandOf(number))).toBe(problem)
})

test.each([
  ['', 'holderMissing'],
  ['   ', 'holderMissing'],
  ['Иван Петров', 'holderLatin'],
  ['فاطمة', 'holderLatin'],
  ['4111 1111 1111 1111', 'holderLatin'],
  ['Jane 4111111111111111', 'holderLatin'],
  ['JOHN 2', 'holderLatin'],
  ['Seán O’Neil-Smith Jr.', undefined],
  ['José Müller-Łukasz', undefined],
])('the name %s: %s', (value, problem) => {
  expect(checkHolder(value)).toBe(problem)
})

test('the name of a mail or telephone order has at most 26 characters', () => {
  const { longestName } = channelForm({ channel: 'moto' })
  expect(checkHolder('A'.repeat(26), longestName)).toBeUndefined()
  expect(checkHolder('A'.repeat(27), longestName)).toBe('holderLong')
  expect(checkHolder('A'.repeat(27))).toBeUndefined()
})

test('a name is sent as cards are embossed', () => {
  expect(plainLatin('  José   Núñez ')).toBe('Jose Nunez')
  expect(plainLatin('O’Neil')).toBe("O'Neil")
})

test.each([
  ['Łukasz Wałęsa', 'Lukasz Walesa'],
  ['Søren ØRSTED', 'Soren ORSTED'],
  ['Jürgen Groß', 'Jurgen Gross'],
  ['GROẞ', 'GROSS'],
  ['Ægir Kjærgaard', 'AEgir Kjaergaard'],
  ['Cœur Œuvrard', 'Coeur OEuvrard'],
  ['Đorđe Đukić', 'Dorde Dukic'],
  ['Guðrún Ðað', 'Gudrun Dad'],
  ['Þórður', 'THordur'],
  ['Işıl Yıldız', 'Isil Yildiz'],
  ['İbrahim', 'Ibrahim'],
  ['Əliyev Rəşid', 'Eliyev Resid'],
  ['Ħaż-Żebbuġ', 'Haz-Zebbug'],
])('the letters of %s, which have no accent to leave out, are sent as %s', (value, sent) => {
  expect(checkHolder(value)).toBeUndefined()
  expect(plainLatin(value)).toBe(sent)
})
