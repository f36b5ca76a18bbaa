import type * as z from 'zod/mini'
import type { Api } from '#contract/operation.ts'
import { answeredFields, complete, copied, neededFields } from './complete.ts'
import { fieldRules } from './field-rules.ts'
import { objectRules } from './object-rules.ts'
import { byNumberOrId, identifiedBy } from '#server-contract/issuing/card-identification.ts'

type Schema = z.core.$ZodType

/** How the sandbox has a card named where the document states only that (card management 4.4), by operation. */
const identifications: Readonly<Record<string, Schema>> = {
  blockCard: byNumberOrId,
  changeCardStatus: byNumberOrId,
  createVirtualCard: identifiedBy([['cardNumber']]),
  getCardData: byNumberOrId,
  getCardLimits: byNumberOrId,
  changeCardLimit: byNumberOrId,
  getTransactions: byNumberOrId,
}

/** Where a field is: the operation, the object or list that contains it, and its name. */
interface At {
  readonly operation: string
  readonly parent: string
  readonly name: string
  /** Whether it is an entry of the list of that name. */
  readonly isEntry?: boolean
}

const restrictedApis = new WeakMap<Api, Api>()

/**
 * Narrows operations to what the sandbox takes and answers: the contract leaves free what the document leaves free,
 * and these requests refuse what the sandbox does not know, in a sentence that names the field and the rule. A table
 * gives the same result each time, since a schema is compiled for each copy of it.
 */
export function restricted<A extends Api>(api: A): A {
  const result = (restrictedApis.get(api) as A | undefined) ?? restrictAll(api)
  restrictedApis.set(api, result)
  return result
}

const restrictAll = <A extends Api>(api: A): A =>
  Object.fromEntries(
    Object.entries(api).map(([name, operation]) => [
      name,
      {
        ...operation,
        request: complete(
          neededFields,
          name,
          restrictedAt({ operation: name, parent: name, name: '' }, operation.request),
        ),
        response: complete(answeredFields, name, operation.response),
      },
    ]),
  ) as unknown as A

function restrictedAt(at: At, schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return copied(schema, { innerType: restrictedAt(at, def.innerType) })
    case 'pipe':
      return ruleAt(at) && isLeaf(def.out) ? ruleAt(at)! : copied(schema, { out: restrictedAt(at, def.out) })
    case 'array':
      return checked(
        at,
        copied(schema, { element: restrictedAt({ ...at, parent: at.name, isEntry: true }, def.element) }),
      )
    case 'object':
      return checked(at, copied(identificationAt(at) ?? schema, { shape: restrictedShape(at, def.shape) }))
    default:
      return ruleAt(at) ?? schema
  }
}

const restrictedShape = (at: At, shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      restrictedAt({ operation: at.operation, parent: at.name || at.operation, name }, field),
    ]),
  )

const ruleAt = ({ operation, parent, name }: At): Schema | undefined =>
  [`${operation}.${name}`, `${parent}.${name}`, name]
    .filter((key) => Object.hasOwn(fieldRules, key))
    .map((key) => fieldRules[key])[0]

const identificationAt = ({ operation, name }: At): Schema | undefined =>
  name === 'cardIdentification' && Object.hasOwn(identifications, operation) ? identifications[operation] : undefined

const isLeaf = (schema: Schema): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'custom'

function checked({ operation, name, isEntry }: At, schema: Schema): Schema {
  const key = name || operation
  if (isEntry || !Object.hasOwn(objectRules, key)) return schema
  return (schema as z.ZodMiniType).check(objectRules[key] as z.core.$ZodCheck<unknown>)
}
