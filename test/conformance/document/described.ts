import { gatewayApi } from '#server-contract/gateway/api.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { DescribedApi } from '#contract/operation.ts'
import { describeApi } from '#router/describe.ts'
import { describeOptions } from '#sandbox/gateway/errors/error-responses.ts'
import { describeIssuer } from '#sandbox/issuer/openapi.ts'
import { inside, type Side } from './stated.ts'
import type { DocumentName } from './stored.ts'

/** A field as our OpenAPI description has it. */
export interface Described {
  readonly place: string
  readonly name: string
  readonly list: boolean
  readonly types: readonly string[]
  readonly required: boolean
  readonly least?: number
  readonly most?: number
  readonly largest?: number
  readonly values?: readonly string[]
  /** Its text has a pattern, which may state a length. */
  readonly isPatterned: boolean
  /** What adds it to the specification, by its own mark or by its operation's. */
  readonly mark?: Mark | undefined
}

/** What adds a field to the specification: the gateway family, or the sandbox. */
export type Mark = 'family' | 'sandbox'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly additionalProperties?: unknown
  readonly description?: string
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  readonly operationId: string
  readonly description?: string
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

const documents: Readonly<Record<DocumentName, () => object>> = {
  gateway: () => describeApi(gatewayApi, { title: '', version: '', description: '' }, describeOptions),
  issuer: () => describeIssuer({ ...issuingApi, ...reversalApi, ...pinVerificationApi } as DescribedApi),
}

/** The mark that a description ends with. */
const markIn = (description = ''): Mark | undefined =>
  /\bfamily\)?$/i.test(description) ? 'family' : /^the sandbox's own$/i.test(description) ? 'sandbox' : undefined

/** Alternatives as one: a field may be any of them. */
const alternatives = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

function fieldsOf(schema: Schema, place: string, mark: Mark | undefined): readonly Described[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const list = field.type === 'array'
    const whole = alternatives(list ? (field.items ?? {}) : field)
    const own = mark ?? markIn(field.description)
    return [
      described(whole, { place, name, list, required: required.has(name), mark: own }),
      ...whole.flatMap((one) => fieldsOf(one, inside(place, list ? `${name}[]` : name), own)),
    ]
  })
}

function described(
  schemas: readonly Schema[],
  field: Pick<Described, 'place' | 'name' | 'list' | 'required' | 'mark'>,
): Described {
  const values = schemas.flatMap((schema) => ('const' in schema ? [schema.const] : (schema.enum ?? []))).map(String)
  const numbers = (key: 'minLength' | 'maxLength' | 'maximum') => schemas.flatMap((schema) => schema[key] ?? [])
  const [least] = numbers('minLength')
  const [most] = numbers('maxLength')
  const [largest] = numbers('maximum')
  return {
    ...field,
    types: schemas.flatMap(typesOf),
    isPatterned: schemas.some(({ pattern }) => pattern !== undefined),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(largest !== undefined && largest < Number.MAX_SAFE_INTEGER && { largest }),
    ...(values.length && { values }),
  }
}

/** A text of digits alone is also a number: in a form they are alike. */
const typesOf = ({ type, pattern, ...schema }: Schema): readonly string[] => [
  type ?? typeof (schema.const ?? schema.enum?.[0] ?? ''),
  ...(pattern && !/[a-z]/i.test(pattern.replaceAll('\\d', '')) ? ['integer'] : []),
]

export interface DescribedFields extends Readonly<Record<Side, readonly Described[]>> {
  readonly operation: string
  /** Where our contract says that the operation stands. */
  readonly source: string
}

const nameIn = (document: DocumentName, path: string, operationId: string): string =>
  document === 'gateway' ? path : operationId

const pinRead: Readonly<Record<string, string>> = { getPin: 'PIN read operation' }

/** Every operation of a description, with its fields. */
export function describedFields(document: DocumentName): readonly DescribedFields[] {
  const { paths } = documents[document]() as OpenApi
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => {
      const source = (operation.description ?? '').replace('Source: ', '')
      const mark = /^(?:family|the sandbox's own)$/.test(source) ? markIn(source) : undefined
      const [body] = Object.values(operation.requestBody?.content ?? {})
      const [answer] = Object.values(operation.responses['200']?.content ?? {})
      const inAddress = operation.parameters.map(({ name, required, schema }) =>
        described(alternatives(schema), { place: '', name, list: false, required, mark }),
      )
      const name = nameIn(document, path, operation.operationId)
      return {
        operation: pinRead[name] ?? name,
        source,
        request: [...inAddress, ...fieldsOf(body?.schema ?? {}, '', mark)],
        response: fieldsOf(answer?.schema ?? {}, '', /answer: family/.test(source) ? 'family' : mark),
      }
    }),
  )
}
