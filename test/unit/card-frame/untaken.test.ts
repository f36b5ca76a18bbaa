import { expect, test } from 'vitest'
import { firstModel } from '#card-frame/form/first-view.ts'
import { emptyForm, leave, shownProblems, type } from '#card-frame/form/form.ts'
import { language as en } from '#texts/languages/en.ts'
import { frameTexts } from '#texts/texts.ts'

const on = firstModel({ texts: frameTexts(en), locale: 'en' })
const good = '5555 5555 5555 5599'

test.each([
  ['a digit too many', 'number', good, 'full', 'noRoom'],
  [
    'a digit too many, as the one that was typed twice is in the number',
    'number',
    '5555 5555 5555 5559',
    'full',
    'numberWrong',
  ],
  ['a word', 'number', good, 'unread', 'numberMissing'],
  ['a word', 'number', '', 'unread', 'numberMissing'],
  ['a digit too many', 'expiry', '12 / 34', 'full', 'noRoom'],
  ['a digit in a full month, of a date without a year', 'expiry', '12 / 3', 'full', 'expiryWrong'],
  ['a date with a day', 'expiry', '12 / 34', 'unread', 'expiryWrong'],
  ['a date with a day', 'expiry', '', 'unread', 'expiryWrong'],
  ['a digit too many', 'cvc', '123', 'full', 'noRoom'],
  ['a word', 'cvc', '', 'unread', 'cvcShort'],
] as const)('what is said where %s was not taken into the %s „%s“', (_, field, value, refusal, problem) => {
  const form = type(emptyForm, field, value, on, refusal)
  expect(shownProblems(form, on)).toEqual({ [field]: problem })
  expect(shownProblems(type(form, field, value, on), on)).toEqual({})
})

test('a field that is left says no more that it is full, since it is right', () => {
  const form = leave(type(emptyForm, 'number', good, on, 'full'), 'number')
  expect(shownProblems(form, on)).toEqual({})
})
