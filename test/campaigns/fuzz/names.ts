import type * as z from 'zod/mini'
import { checkoutApi } from '#contract/checkout-api.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { Callback } from '#server-contract/gateway/callbacks.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { Api } from '#contract/operation.ts'
import { Ticket } from '#server-contract/ticket.ts'

type Schema = z.core.$ZodType

/** The direct inner schemas of a schema, with their field names. */
export function insideOf(schema: Schema): readonly (readonly [name: string | undefined, inner: Schema])[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return [...Object.entries(def.shape), ...(def.catchall ? [[undefined, def.catchall] as const] : [])]
    case 'optional':
    case 'nullable':
    case 'default':
      return [[undefined, def.innerType]]
    case 'array':
      return [[undefined, def.element]]
    case 'record':
      return [[undefined, def.valueType]]
    case 'union':
      return def.options.map((option) => [undefined, option] as const)
    case 'pipe':
      return [
        [undefined, def.in],
        [undefined, def.out],
      ]
    default:
      return []
  }
}

/** A schema and all schemas inside it, by their dotted paths. */
export function* schemasIn(schema: Schema, path = ''): Generator<readonly [path: string, schema: Schema]> {
  yield [path, schema]
  for (const [name, inner] of insideOf(schema))
    yield* schemasIn(inner, name === undefined ? path : path ? `${path}.${name}` : name)
}

const requestsOf = (...apis: readonly Api[]): Schema[] =>
  apis.flatMap((api) => Object.values(api).flatMap(({ request, response }) => [request, response]))

/** Every field name in both specifications and in our own tables. */
export const everyName: readonly string[] = [
  ...new Set(
    [...requestsOf(gatewayApi, issuingApi, checkoutApi, merchantApi), Ticket, Callback].flatMap((schema) =>
      [...schemasIn(schema)].flatMap(([path]) => path.split('.').filter(Boolean)),
    ),
  ),
]
