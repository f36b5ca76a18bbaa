import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { nestOf } from '#server-contract/issuing/fields.ts'
import type { Operation } from '#contract/operation.ts'

/** `nested`: as the document's examples have lists, `transactions.transaction` (card management 4). */
export type Lists = 'plain' | 'nested'

/** Answers lists as `lists` says at the time; `operationAt` finds the operation of a path. */
export function answerLists(
  app: FastifyInstance,
  lists: () => Lists,
  operationAt: (path: string) => Operation | undefined,
): void {
  app.addHook('preSerialization', async ({ url }, reply, answer: unknown) => {
    const operation = operationAt(url.split('?')[0]!)
    return operation && reply.statusCode === 200 && lists() === 'nested' ? nested(operation.response, answer) : answer
  })
}

function nested(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return value === undefined ? undefined : nested(def.innerType, value)
    case 'pipe':
      return inNest(nestOf(schema), nested(def.out, value))
    case 'array':
      return (value as unknown[]).map((entry) => nested(def.element, entry))
    case 'object':
      return Object.fromEntries(
        Object.entries(value as object).map(([name, member]) => [
          name,
          Object.hasOwn(def.shape, name) ? nested(def.shape[name]!, member) : member,
        ]),
      )
    default:
      return value
  }
}

const inNest = (name: string | undefined, value: unknown): unknown => (name === undefined ? value : { [name]: value })
