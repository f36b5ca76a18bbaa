import { describe, expect, test } from 'vitest'
import { LooseJson, readStrictly } from '#gateway-client/strict-json.ts'

test.each([
  '{}',
  '[]',
  '1',
  '"a"',
  'null',
  '{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}',
  '{"a":"\\"a\\":","b":"}{]["}',
  '{"":1}',
])('%s has one meaning', (text) => {
  expect(readStrictly(text)).toEqual(JSON.parse(text))
})

describe('what is refused', () => {
  test.each([
    ['', 'is not JSON'],
    ['{"a":1,}', 'is not JSON'],
    ["{'a':1}", 'is not JSON'],
    ['{"a":1,"a":1}', 'twice'],
    ['[{"x":{"a":1,"b":2,"a":3}}]', 'twice'],
    ['{"a":1,"\\u0061":1}', 'twice'],
    ['{"__proto__":1}', 'no field may have'],
    ['{"a":{"\\u005f_proto__":1}}', 'no field may have'],
    ['{"a":{"length":{"toString":1}}}', 'no field may have'],
    ['{"valueOf":1}', 'no field may have'],
    ['[[[[1]]]]', 'too deeply'],
  ])('%s', (text, why) => {
    expect(() => readStrictly(text, 3)).toThrow(LooseJson)
    expect(() => readStrictly(text, 3)).toThrow(why)
  })

  test('is not quoted', () => {
    expect(() => readStrictly('{"secret":')).toThrow(/^The text is not JSON$/)
  })
})

test('a long text takes no longer than its length', () => {
  const text = `{"a":"${'\\\\"'.slice(0, 2).repeat(200_000)}"}`
  const begun = performance.now()
  readStrictly(text)
  expect(performance.now() - begun).toBeLessThan(500)
})
