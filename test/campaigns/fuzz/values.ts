import type { Chance } from './chance.ts'

const rtl = '\u202e'

/** An address that would run a script if a browser opened it. */
export const scriptAddress = ['javascript', 'alert(1)'].join(':')

/** Texts that are known to have broken programs. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\n',
  'a\r\nSet-Cookie: a=b',
  'a\nb',
  '\u2028',
  `${rtl}drowssap`,
  '\u200f\u061c',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  'İıſK',
  'ﷺ'.repeat(40),
  'e\u0301'.repeat(60),
  '👩‍👩‍👧‍👦',
  '$PAN',
  '&userName=admin&password=x',
  'a&amount=1',
  'a=b&a=c;d=e',
  '%26amount%3D1',
  '%00',
  '%zz',
  '%c0%ae%c0%ae/',
  '../../../etc/passwd',
  '..\\..\\',
  '<img src=x onerror=alert(1)>',
  "'; drop table orders;--",
  '${7*7}',
  '{{7*7}}',
  scriptAddress,
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '0',
  '-0',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  '٣',
  '99999999999999999999',
  '{"a":1}',
  '[1]',
  '\u001b[31m',
  '4111111111111111',
]

/** Numbers at limits. */
export const nastyNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 53),
  999_999_999_999,
  1_000_000_000_000,
]

/** Characters that a long text consists of. */
const fillers = ['a', '1', '.', '@', '-', ' ', '+', '=', '%', 'é', '\u202e', '𝒳']

/** A value so deep that a recursive reader may exceed its stack. */
export const nested = (depth: number, innermost: unknown): unknown => {
  let value = innermost
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value }
  return value
}

const makers: readonly ((chance: Chance) => unknown)[] = [
  ({ pick }) => pick(nastyTexts),
  ({ pick }) => pick(nastyTexts),
  ({ pick }) => pick(nastyNumbers),
  ({ pick, int }) => pick(fillers).repeat(int(400)),
  ({ pick, int }) => pick(fillers).repeat(int(9000)),
  ({ pick }) => pick([null, true, false]),
  ({ pick }) => [pick(nastyTexts)],
  ({ pick }) => ({ [pick(nastyTexts)]: pick(nastyNumbers) }),
  () => [],
  () => ({}),
  ({ int }) => nested(int(40), 1),
  () => ({ toString: 1, valueOf: 1 }),
  () => ({ length: 1e9 }),
  () => JSON.parse('{"then":1}') as unknown,
  ({ int }) => Array.from({ length: int(300) }, () => 0),
]

/** Any JSON value, with a preference for hostile ones. */
export const nastyValue = (chance: Chance): unknown => chance.pick(makers)(chance)
