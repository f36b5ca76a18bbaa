/** The part of JSON Schema that the contract's requests use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly (string | number)[]
  readonly const?: string | number
  readonly anyOf?: readonly Schema[]
  readonly pattern?: string
  readonly maxLength?: number
}

export interface Operation {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly schema: Schema
}

/** The part of an OpenAPI document that the page reads. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly operationId: string
          readonly summary: string
          readonly description?: string
          readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
        }
      }
    >
  >
}

/** The operations that a document describes, in its order. */
export const operationsIn = ({ paths }: ApiDocument): readonly Operation[] =>
  Object.values(paths).map(({ post }) => ({
    name: post.operationId,
    summary: post.summary,
    source: (post.description ?? '').replace('Source: ', ''),
    schema: post.requestBody.content['application/json'].schema,
  }))

/** The values that a field may have, when the schema lists them. */
export const choicesOf = ({ enum: values, const: only, anyOf }: Schema): readonly (string | number)[] | undefined =>
  values ??
  (only === undefined ? undefined : [only]) ??
  anyOf?.flatMap((one) => (one.const === undefined ? [] : [one.const]))

/** Converts typed text to the schema's type; text that is not a number stays, for the bank to reject. */
export function typed(schema: Schema, text: string): unknown {
  const isNumber = schema.type === 'integer' || schema.type === 'number' || typeof choicesOf(schema)?.[0] === 'number'
  if (isNumber && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text)
  if (schema.type === 'boolean') return text === 'true'
  return text
}

/** A draft without the fields that were left empty. */
export function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned).filter((one) => one !== undefined)
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      const left = pruned(inner)
      return left === undefined ? [] : [[name, left]]
    })
    return kept.length ? Object.fromEntries(kept) : undefined
  }
  return value === '' ? undefined : value
}
