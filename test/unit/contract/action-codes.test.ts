import { expect, test } from 'vitest'
import { actionCode, actionCodes, actionCodeMeaning, isFinalDecline } from '#server-contract/gateway/action-codes.ts'
import { actionFor } from '#sandbox/gateway/cards/action-for-response.ts'

/** The codes that the family publishes, except 0, which is a successful payment. */
const published =
  `-30001 -20010 -2200 -2025 -2024 -2023 -2022 -2020 -2018 -2014 -2013 -2009 -2007 -2006 -301 -100 1 4 5 20 62 63
  72 73 78 82 87 88 90 100 101 103 106 109 110 111 116 117 119 120 121 123 124 125 126 127 151 181 203 204 208 212 239 240 555 814 823
  902 903 904 906 907 909 911 912 913 914 916 920 941 950 968 998 999 1112 1113 1114 1115 1116 1117 1118 1120 1434 2002 2003
  2012 2016 2023 2030 4005 4032 8204 71015 151018 151019`
    .split(/\s+/)
    .map(Number)

test('every published actionCode has a meaning of its own, once', () => {
  expect(published.filter((code) => !actionCodes.includes(code))).toEqual([])
  expect(new Set(actionCodes).size).toBe(actionCodes.length)
})

test('a code that is known by name has a meaning too', () => {
  const { success, ...others } = actionCode
  expect(success).toBe(0)
  expect(Object.values(others).filter((code) => !actionCodes.includes(code))).toEqual([])
})

test('what the sandbox decides is in the table', () => {
  for (const responseCode of '01 03 04 05 13 14 16 30 31 33 36 37 41 43 51 54 57 61 62 65 75 76 81 82 91 96'.split(' '))
    expect(actionCodes).toContain(actionFor(responseCode))
})

test.each([
  [
    'a card that is lost, stolen, blocked or expired',
    [4, 62, 101, 106, 126, 127, 203, 204, 208, 823, 906, 2030],
    'hard',
  ],
  ['a card that is not for this', [72, 78, 119, 120, 181, 555, 920, 2003], 'hard'],
  ['a mandate that is stopped', [239, 240], 'hard'],
  ['tries with a card that are over', [-2013, 1112, 1113, 1114, 1115], 'hard'],
  ['money or a limit', [20, 100, 110, 116, 121, 123, 814, 902, 903, 1116, 1117, 1118], 'soft'],
  ['an issuer that cannot be reached', [103, 907, 912, 998, 151018, 151019], 'soft'],
  ['an authentication', [-2006, -2020, -2022, -2024, -2200, 1434, 4032], 'soft'],
  ['what was typed', [73, 82, 88, 111, 125, 71015], 'soft'],
] as const)('%s: the same card may succeed later, or will not', (_, codes, kind) => {
  expect(codes.map((code) => actionCodeMeaning(code).kind)).toEqual(codes.map(() => kind))
})

test('a code that nobody knows is a refusal of the bank that may be tried again', () => {
  expect(actionCodeMeaning(12_345)).toEqual({ reason: 'bank_declined', kind: 'soft', gloss: 'Refused with code 12345' })
})

test('cards that are lost or stolen are a matter for their bank, under every code', () => {
  for (const code of [126, 127, 203, 204, 208, 823]) expect(actionCodeMeaning(code).reason).toBe('contact_bank')
})

test.each([
  [116, true],
  [-2006, true],
  [0, false],
  [undefined, false],
  [-100, false],
  [-30001, false],
  [909, false],
  [998, false],
  [151019, false],
  [31337, false],
])('%s alone says that the payment has ended: %s', (code, isFinal) => expect(isFinalDecline(code)).toBe(isFinal))
