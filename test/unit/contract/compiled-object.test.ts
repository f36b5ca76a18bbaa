import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readerOf } from '#contract/wire/reader.ts'

const names = Array.from({ length: 10 }, (_, at) => `m${at}`)
const members = Object.fromEntries(names.map((name) => [name, z.optional(z.string().check(z.maxLength(3)))]))
const shape = { id: z.string(), ...members, last: z.int() }
const schemas = { strict: z.strictObject(shape), plain: z.object(shape), loose: z.looseObject(shape) }

/** The object with the optional members whose bits are set, each of that value. */
const objectOf = (bits: number, value: unknown, more: object = {}): object => ({
  last: 1,
  ...Object.fromEntries(names.filter((_, at) => bits & (1 << at)).map((name) => [name, value])),
  ...more,
  id: 'a',
})

test.each(Object.entries(schemas))(
  'a %s object with many optional members is read as its schema reads it',
  (_, schema) => {
    const reader = readerOf(schema)
    // More sets of members than have a parser of their own.
    for (let bits = 0; bits < 1024; bits += 5)
      for (const value of ['x', undefined, 'long', 5, null])
        for (const more of [{}, { other: 1 }, { last: 'one' }, { id: undefined }, { last: undefined }]) {
          const given = objectOf(bits, value, more)
          const [here, there] = [reader.safeParse(given), z.safeParse(schema, given)]
          const seen = ({ data, error }: typeof here) => [data && Object.entries(data), error?.issues]
          if (JSON.stringify(seen(here)) !== JSON.stringify(seen(there))) expect(seen(here)).toEqual(seen(there))
        }
    for (const given of [null, [], 'text', 7, new Map()])
      expect(reader.safeParse(given).success).toBe(z.safeParse(schema, given).success)
  },
)
