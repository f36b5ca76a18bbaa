import * as z from 'zod/mini'
import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import { payerBlocks } from '#server-contract/gateway/payer.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { DescribedApi, Operation } from '#contract/operation.ts'
import { addressOf } from '#contract/wire/client.ts'
import { examples, words } from './reference-words.ts'

type Name = keyof typeof merchantApi

/** The parts of a field's JSON Schema that the reference shows. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export const schemaOf = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

const code = (text: unknown): string => `\`${String(text)}\``

export function typeOf({ type, enum: values, items, anyOf }: Schema): string {
  if (values) return values.map(code).join(', ')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  return type === 'array' ? `list of ${typeOf(items!)}` : (type ?? 'any')
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  return (least === most ? String(most) : `${least ?? 0} to ${most ?? '…'}`) + unit
}

/** Limits of a field in one phrase; checks that JSON Schema spreads over `allOf` are read there. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, allOf = [], anyOf = [] } = schema
  const own = [between(minLength, maxLength, ' characters'), between(minimum, maximum, '')]
  const patterns = [schema, ...allOf].flatMap(({ pattern }) =>
    pattern === undefined ? [] : code(pattern.replaceAll('|', '\\|')),
  )
  return [...own, ...patterns, ...anyOf.map(limitsOf)].filter(Boolean).join(', ')
}

const fieldRow = (name: string, schema: Schema, required: boolean): string =>
  `| ${code(name)} | ${typeOf(schema)} | ${limitsOf(schema)} | ${required ? '**required**' : ''} | ${descriptionOf(name)} |`

function descriptionOf(name: string): string {
  const word = words[name]
  if (word === undefined) throw new Error(`scripts/documents/reference-words.ts has no word for the field ${name}`)
  return word
}

const HEAD = '| Field | Type | Limits | | |\n| --- | --- | --- | --- | --- |'

const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  [HEAD, ...Object.entries(properties).map(([name, field]) => fieldRow(name, field, required.includes(name)))].join(
    '\n',
  )

/** The fields inside the payer blocks, by dotted names. */
export const payerTable = (): string =>
  `| Field | Type | Limits |\n| --- | --- | --- |\n${Object.entries(payerBlocks)
    .flatMap(([block, schema]) =>
      Object.entries(schemaOf(schema).properties ?? {}).map(
        ([name, field]) => `| ${code(`${block}.${name}`)} | ${typeOf(field)} | ${limitsOf(field)} |`,
      ),
    )
    .join('\n')}`

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** An example as a curl command; a field in the path is left out of the body, and those of a GET are in the query. */
function curlOf(operation: Operation, requested: Readonly<Record<string, unknown>>): string {
  const { method, path } = operation
  const address = addressOf(operation, 'https://pay-shop.example', requested)
  const rest = Object.entries(requested).filter(([name]) => !path.includes(`:${name}`))
  const lines = [
    `curl ${address.includes('?') ? `'${address}'` : address}`,
    '-H "Authorization: Bearer $TENDER_API_KEY"',
  ]
  if (method === 'POST')
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(Object.fromEntries(rest))}'`)
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``
}

function section(name: Name): string {
  const operation: DescribedApi[string] = merchantApi[name]
  const { request, answer, faults } = examples[name]
  const { method, path, summary, source } = operation
  const requested = operation.request.parse(request) as Record<string, unknown>
  const schema = schemaOf(operation.request)
  const fields = Object.keys(schema.properties ?? {}).length ? `${fieldsOf(schema)}\n\n` : ''
  return (
    `### ${code(name)}\n\n${code(`${method} ${path}`)}${source ? ` (specification: ${source})` : ''}\n\n${summary}.\n\n${fields}` +
    `${curlOf(operation, requested)}\n\n${json(operation.response.parse(answer))}\n\nRefusals: ${listed(faults)}.`
  )
}

/** The refusals of every operation. */
const common = [
  'key_missing',
  'key_refused',
  'field_invalid',
  'field_unknown',
  'gateway_unreachable',
  'gateway_refused_credentials',
  'gateway_misconfigured',
] as const

const listed = (faults: readonly ProxyErrorCode[]): string =>
  [...faults.map(code), `those of [every operation](#refusals)`].join(', ')

export const commonFaults = (): string => common.map(code).join(', ')

/** A section per operation of the merchant's API: its fields, an example, its refusals. */
export const merchantReference = (): string =>
  Object.keys(merchantApi)
    .map((name) => section(name as Name))
    .join('\n\n')
