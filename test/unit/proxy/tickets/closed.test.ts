import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { closed } from '#contract/wire/closed.ts'
import { family } from '#server-contract/gateway/marks.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { Ticket } from '#server-contract/ticket.ts'

/** The paths of the objects in a schema that leave out what they do not name. */
function openIn(schema: z.core.$ZodType, path: string): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return openIn(def.innerType, path)
    case 'array':
      return openIn(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => openIn(option, path))
    case 'pipe':
      return openIn(def.out, path)
    case 'object': {
      const inner = Object.entries(def.shape).flatMap(([name, member]) => openIn(member, `${path}.${name}`))
      return def.catchall?._zod.def.type === 'never' ? inner : [path, ...inner]
    }
    default:
      return []
  }
}

test('what a merchant writes is never left out in silence, at any depth', () => {
  expect(openIn(Ticket, 'ticket')).toEqual([])
  expect(Object.entries(merchantApi).flatMap(([name, { request }]) => openIn(request, name))).toEqual([])
})

test('a closed schema keeps its types, its checks and its descriptions', () => {
  const inner = family(z.optional(z.object({ a: z.int() })), 'Of a test')
  const schema = closed(
    z.object({ list: z.array(z.object({ b: z.string() }).check(z.refine(({ b }) => b > ''))), inner }),
  )
  expect(schema.parse({ list: [{ b: 'x' }], inner: { a: 1 } })).toEqual({ list: [{ b: 'x' }], inner: { a: 1 } })
  for (const wrong of [{ list: [{ b: 'x', c: 1 }] }, { list: [], inner: { a: 1, b: 2 } }, { list: [{ b: '' }] }])
    expect(schema.safeParse(wrong).success).toBe(false)
  expect(z.globalRegistry.get(schema.shape.inner)).toMatchObject({ description: 'Of a test (family)' })
})
