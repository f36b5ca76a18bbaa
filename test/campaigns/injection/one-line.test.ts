import { expect, test } from 'vitest'
import { oneLine } from '#proxy/methods/stored-card/saved-cards.ts'

test.each([
  ['Salary card', 'Salary card'],
  ['two\r\nlines\u2028and\u2029more\u0085', 'twolinesandmore'],
  ['\u202egnp.eurt \u2066x\u2069\u200f\u061c', 'gnp.eurt x'],
  ['bell\u0007 and \u001b[31m', 'bell and [31m'],
  ['بطاقة', 'بطاقة'],
  ['e\u0301te\u0301', 'e\u0301te\u0301'],
  [`a${'\u0336\u0489'.repeat(9)}b`, 'a\u0336\u0489\u0336\u0489b'],
  [`${'\u00a0'.repeat(90)}far`, 'far'],
  ['<img src=x>', '<img src=x>'],
])('%j stands as %j', (result, shown) => {
  expect(oneLine(result, 40)).toBe(shown)
})

test('what is too long is cut between characters', () => {
  expect(oneLine('💳💳💳', 2)).toBe('💳💳')
  expect(oneLine('word '.repeat(900), 9)).toBe('word word')
})
