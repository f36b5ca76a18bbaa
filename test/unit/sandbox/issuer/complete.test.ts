import { describe, expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { answeredFields, neededFields } from '#sandbox/issuer/requests/complete.ts'
import { restricted } from '#sandbox/issuer/requests/restricted.ts'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Every field of a schema as `holder.field`, with whether it may be absent. */
function fieldsOf(schema: Schema, holder: string): readonly (readonly [key: string, mayBeAbsent: boolean])[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return fieldsOf(def.innerType, holder)
    case 'pipe':
      return fieldsOf(def.out, holder)
    case 'array':
      return fieldsOf(def.element, holder)
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => [
        [`${holder}.${name}`, z.safeParse(field, undefined).success] as const,
        ...fieldsOf(field, name),
      ])
    default:
      return []
  }
}

const all = (api: typeof issuingApi, side: 'request' | 'response') =>
  Object.entries(api).flatMap(([name, operation]) => fieldsOf(operation[side], name))
const absentIn = (api: typeof issuingApi, side: 'request' | 'response'): ReadonlySet<string> =>
  new Set(all(api, side).flatMap(([key, mayBeAbsent]) => (mayBeAbsent ? [key] : [])))

describe.each([
  ['request', neededFields],
  ['response', answeredFields],
] as const)('the fields that the document leaves open in a %s', (side, fields) => {
  test('may be absent by the contract, and not in the sandbox', () => {
    const [open, closed] = [absentIn(issuingApi, side), absentIn(restricted(issuingApi), side)]
    expect([...fields].filter((key) => !open.has(key))).toEqual([])
    expect([...fields].filter((key) => closed.has(key))).toEqual([])
  })

  test('are the only ones that the sandbox adds to those of the contract', () => {
    const [open, closed] = [absentIn(issuingApi, side), absentIn(restricted(issuingApi), side)]
    expect([...open].filter((key) => !closed.has(key) && !fields.has(key))).toEqual([])
  })
})
