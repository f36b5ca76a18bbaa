import type * as z from 'zod/mini'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { isDeciding } from '#server-contract/gateway/marks.ts'
import type { Operation } from '#contract/operation.ts'
import { meaningOf } from '#gateway-client/answer-kind.ts'

type Schema = z.core.$ZodType

/** A field of an answer: where it is, and whether it decides, or is inside a field that does. */
interface Field {
  readonly path: readonly string[]
  readonly isDeciding: boolean
}

const defOf = (schema: Schema): z.core.$ZodTypes['_zod']['def'] => (schema as z.core.$ZodTypes)._zod.def

/** An answer with every field of the schema, at any depth. */
function whole(schema: Schema): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
      return whole(def.innerType)
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, whole(member)]))
    case 'array':
      return [whole(def.element)]
    case 'boolean':
      return true
    case 'number':
      return 0
    default:
      // Also a code, which is a text or a number.
      return '0'
  }
}

function fieldsOf(schema: Schema, path: readonly string[] = [], isInside = false): Field[] {
  const def = defOf(schema)
  if (def.type === 'optional') return fieldsOf(def.innerType, path, isInside)
  if (def.type === 'array') return fieldsOf(def.element, [...path, '0'], isInside)
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, member]) => {
    const field = { path: [...path, name], isDeciding: isInside || isDeciding(member) }
    return [field, ...fieldsOf(member, field.path, field.isDeciding)]
  })
}

/** Values of every type; a field that takes one of them keeps it, and the others are dropped. */
const values: readonly unknown[] = [
  null,
  '',
  'x',
  '7',
  7,
  1.5,
  -1,
  1e21,
  true,
  'false',
  [],
  [[]],
  ['x', 'y'],
  {},
  { x: 1 },
  'x'.repeat(70_000),
]

function withValue(answer: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  const copy = (Array.isArray(answer) ? [...answer] : { ...(answer as object) }) as Record<string, unknown>
  copy[name!] = rest.length ? withValue(copy[name!], rest, value) : value
  return copy
}

/** What of an answer decides: its kind, and the fields that the contract marks. */
function verdictIn(operation: Operation, answer: unknown, deciding: readonly Field[]): string {
  const result = meaningOf<Record<string, unknown>>(operation, { status: 200, body: JSON.stringify(answer) })
  if (result.kind !== 'answered') return JSON.stringify([result.kind, 'errorCode' in result && result.errorCode])
  const read = deciding.map(({ path }) => path.reduce<unknown>((inner, name) => Object(inner)[name], result.answer))
  return JSON.stringify(['answered', read])
}

/** Each operation of the gateway with an answer. */
export const answering = Object.entries<Operation>(gatewayApi).filter(([, { answers }]) => answers !== 'page')

/**
 * Gives every field of an operation's whole answer a value of every type, and names the fields that changed the verdict
 * although they do not decide.
 */
export function otherShapes(operation: Operation): { readonly cases: number; readonly findings: readonly string[] } {
  const fields = fieldsOf(operation.response)
  const deciding = fields.filter((field) => field.isDeciding && field.path.length === 1)
  const answer = whole(operation.response)
  const due = verdictIn(operation, answer, deciding)
  const findings: string[] = []
  let cases = 0
  for (const { path } of fields.filter((field) => !field.isDeciding && !isRequired(operation, field)))
    for (const value of values) {
      cases += 1
      if (verdictIn(operation, withValue(answer, path, value), deciding) !== due)
        findings.push(`${path.join('.')} as ${JSON.stringify(value)?.slice(0, 40)}`)
    }
  return { cases, findings }
}

/** What the operation is asked for: without it, the answer is none. */
const isRequired = ({ response }: Operation, { path: [name] }: Field): boolean => {
  const def = defOf(response)
  return def.type === 'object' && defOf(def.shape[name!]!).type !== 'optional'
}
