import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { coerce, fromForm, toForm } from '#contract/wire/form.ts'

const Everything = z.object({
  text: z.string(),
  whole: z.optional(z.int()),
  yes: z.optional(z.boolean()),
  note: z.optional(z.string()),
  list: z.optional(z.array(z.string())),
  nested: z.optional(z.object({ name: z.string(), note: z.optional(z.string()), count: z.optional(z.int()) })),
  pairs: z.optional(z.record(z.string(), z.string())),
})

const filled = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('null', 'undefined', 'true', '0'))
const everything = fc.record(
  {
    text: filled,
    whole: fc.integer(),
    yes: fc.boolean(),
    note: filled,
    list: fc.array(filled, { minLength: 1 }),
    nested: fc.record({ name: fc.string(), note: filled, count: fc.integer() }, { requiredKeys: ['name'] }),
    pairs: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()),
  },
  { requiredKeys: ['text'] },
)

const overTheWire = (fields: object): unknown =>
  Everything.parse(
    coerce(Everything, fromForm(new URLSearchParams(toForm(fields as Record<string, unknown>).toString()))),
  )

/** Without the objects without a prototype that the generator creates. */
const plain = (fields: unknown): unknown => JSON.parse(JSON.stringify(fields))

describe('the form codec', () => {
  test('decode after encode is identity', () => {
    fc.assert(
      fc.property(everything, (fields) => {
        expect(overTheWire(fields)).toEqual(plain(fields))
      }),
    )
  })

  test('an empty field counts as absent, and so does null where a field is JSON', () => {
    expect(overTheWire({ text: 'a' })).toEqual({ text: 'a' })
    const sent = 'text=a&whole=&pairs=null&nested=null'
    expect(Everything.parse(coerce(Everything, fromForm(new URLSearchParams(sent))))).toEqual({ text: 'a' })
  })

  test('in every other field null is a text, also in a list, and no number or boolean', () => {
    expect(overTheWire({ text: 'null', note: 'null', list: ['null'] })).toEqual({
      text: 'null',
      note: 'null',
      list: ['null'],
    })
    for (const name of ['whole', 'yes'])
      expect(
        Everything.safeParse(coerce(Everything, fromForm(new URLSearchParams({ text: 'a', [name]: 'null' })))).success,
      ).toBe(false)
  })

  test.each([
    ['registration', gatewayApi.register.request, ['orderNumber', 'description', 'clientId', 'email', 'returnUrl']],
    ['refund', gatewayApi.refund.request, ['externalRefundId', 'orderId', 'orderNumber']],
  ] as const)('no identifier of a %s is lost, whatever text it is', (_, schema, names) => {
    const sent = new URLSearchParams(names.map((name) => [name, 'null']))
    expect(coerce(schema, fromForm(sent))).toEqual(Object.fromEntries(names.map((name) => [name, 'null'])))
  })

  test('a name sent twice is a list, which a field that takes one value refuses', () => {
    const twice = coerce(Everything, fromForm(new URLSearchParams('text=a&text=b')))
    expect(Everything.safeParse(twice).success).toBe(false)
  })

  test('leaves to the schema what is no whole number: 12.5, 12.0, 1e3, " 1", 0x10', () => {
    for (const whole of ['12.5', '12.0', '1e3', ' 1', '0x10', 'NaN', 'Infinity'])
      expect(
        Everything.safeParse(coerce(Everything, fromForm(new URLSearchParams({ text: 'a', whole })))).success,
      ).toBe(false)
  })

  test('inside JSON, a number with a fraction is no whole one, and an entry by itself is no list', () => {
    const Nested = z.object({ cart: z.object({ count: z.int(), weight: z.number(), items: z.array(z.string()) }) })
    const read = (cart: string) => Nested.safeParse(coerce(Nested, fromForm(new URLSearchParams({ cart }))))
    const right = '{"count":2,"weight":2.0,"items":["a 1.0 b"]}'
    expect(read(right).data).toEqual({ cart: { count: 2, weight: 2, items: ['a 1.0 b'] } })
    for (const [from, to] of [
      ['"count":2', '"count":2.0'],
      ['"count":2', '"count":"2.0"'],
      ['["a 1.0 b"]', '"a"'],
      ['["a 1.0 b"]', '{"0":"a"}'],
    ] as const)
      expect([to, read(right.replace(from, to)).success]).toEqual([to, false])
  })

  test('never touches a prototype', () => {
    const fields = fromForm(
      new URLSearchParams('__proto__=x&constructor=y&text=a&nested={"__proto__":{"polluted":1},"name":"n"}'),
    )
    const read = coerce(Everything, fields)
    expect(Object.getPrototypeOf(read)).toBeNull()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Everything.parse(read)).toEqual({ text: 'a', nested: { name: 'n' } })
  })
})
