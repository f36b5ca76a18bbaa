import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkoutApi } from '#contract/checkout.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { issuingApi } from '#contract/issuing/api.ts'
import { merchantApi } from '#contract/merchant/merchant.ts'
import type { Operation } from '#contract/operation.ts'
import { Ticket } from '#contract/ticket.ts'
import { readerOf } from '#contract/wire/reader.ts'

let state = 17
/** A linear congruential generator, whose low bits are not used: the same values every time. */
function below(n: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!

const texts = ['', '0', '5', '978', 'A-17', 'jane@shop.example', 'https://shop.example/', '+48123456789', '20301231']
const oddTexts = ['2030-01-01T00:00:00', 'x'.repeat(40), 'x'.repeat(600), '😀'.repeat(20), '\ud800', 'toString']
const numbers = [0, 1, 978, 4990, -1, 1.5, 1e13, NaN, Infinity]
const others = [true, false, null, undefined, [], ['VERIFY'], {}, new Date(0)]
const common: readonly unknown[] = [...texts, ...oddTexts, ...numbers, ...others]

/** A value that a schema accepts perhaps, and perhaps not. */
function anyValue(schema: z.core.$ZodType): unknown {
  const { def, values } = (schema as z.core.$ZodTypes)._zod
  if (below(12) === 0) return pick(common)
  if (values?.size) return pick([...values])
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return anyValue(def.innerType)
    case 'array':
      return Array.from({ length: below(3) }, () => anyValue(def.element))
    case 'union':
      return anyValue(pick(def.options))
    case 'pipe':
      return anyValue(def.out)
    case 'object':
      return anyObject(def.shape)
    default:
      return pick(common)
  }
}

function anyObject(shape: z.core.$ZodShape): object {
  const isOptional = (name: string): boolean => shape[name]!._zod.def.type === 'optional'
  const names = Object.keys(shape).filter((name) => (isOptional(name) ? below(6) === 0 : below(20) > 0))
  if (below(2)) names.reverse()
  if (below(10) === 0) names.push('other')
  return Object.fromEntries(names.map((name) => [name, shape[name] ? anyValue(shape[name]) : 1]))
}

const operations = Object.entries<Operation>({ ...checkoutApi, ...gatewayApi, ...merchantApi, ...issuingApi })
const schemas = [
  ['the ticket', Ticket] as const,
  ...operations.flatMap(([name, { request, response }]) => [
    [`${name}, request`, request] as const,
    [`${name}, answer`, response] as const,
  ]),
]

test.each(schemas)('any value is read as the schema reads it: %s', (_, schema) => {
  for (let round = 0; round < 40; round++) {
    const value = anyValue(schema)
    const [here, there] = [readerOf(schema).safeParse(value), z.safeParse(schema, value)]
    const [seen, due] = [here, there].map(({ success, data, error }) => ({
      success,
      data,
      // The order of an object's members is that of the answer on the wire.
      text: JSON.stringify(data),
      issues: error?.issues,
    }))
    expect(seen).toEqual(due)
  }
})

test('some of these values are accepted', () => {
  const isAccepted = ([, schema]: (typeof schemas)[number]): boolean =>
    Array.from({ length: 200 }, () => readerOf(schema).safeParse(anyValue(schema)).success).includes(true)
  expect(schemas.filter(isAccepted).length).toBeGreaterThan(schemas.length / 2)
})
