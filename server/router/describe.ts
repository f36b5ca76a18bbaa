import * as z from 'zod/mini'
import type { DescribedApi, Operation } from '#contract/operation.ts'

/** The description of the whole API in an OpenAPI document. */
export interface Title {
  readonly title: string
  readonly version: string
  readonly description: string
}

/** What the operations of an API have in common: the credentials and the refusals. */
export interface DescribeOptions {
  /** By name, as OpenAPI writes them; a request needs all of them. */
  readonly securitySchemes?: Readonly<Record<string, object>>
  /** By HTTP status. */
  readonly refusals?: (operation: Operation) => Readonly<Record<number, DescribedRefusal>>
}

export interface DescribedRefusal {
  readonly description: string
  readonly schema: z.core.$ZodType
}

/** Writes a table of operations as an OpenAPI 3.1 document. */
export function describeApi(api: DescribedApi, info: Title, describeOptions: DescribeOptions = {}): object {
  const { securitySchemes, refusals = () => ({}) } = describeOptions
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(api)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation, refusals(operation)) }
  }
  return { openapi: '3.1.0', info, ...(securitySchemes && secured(securitySchemes)), paths }
}

/** A webhook that the server sends: when, and the `data` of its body. */
export interface DescribedWebhook {
  readonly summary: string
  readonly data: z.core.$ZodType
}

/** Writes the webhooks of an OpenAPI 3.1 document, signed by the Standard Webhooks convention. */
export const describeWebhooks = (webhooks: Readonly<Record<string, DescribedWebhook>>): object =>
  Object.fromEntries(Object.entries(webhooks).map(([type, kind]) => [type, { post: describeWebhook(type, kind) }]))

const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const describeWebhook = (type: string, { summary, data }: DescribedWebhook): object => ({
  operationId: `webhook.${type}`,
  summary,
  security: [],
  parameters: webhookHeaders.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { const: type },
            timestamp: { type: 'string', format: 'date-time' },
            data: schemaOf(data, 'output'),
          },
        },
      },
    },
  },
  responses: { '2XX': { description: 'Accepted; any other answer is not, and it is sent again.' } },
})

const secured = (securitySchemes: object): object => ({
  components: { securitySchemes },
  security: [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))],
})

/** A row per operation, as Markdown for the documents. */
export const readmeRows = (api: DescribedApi): string =>
  Object.entries(api)
    .map(
      ([name, { method, path, summary, source }]) =>
        `| \`${name}\` | \`${method} ${path}\` | ${summary} |${source === undefined ? '' : ` ${source} |`}`,
    )
    .join('\n')

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = (zodSchema as z.core.$ZodTypes)._zod
      // The input of a transform is unknown; its output is what should be sent.
      if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform')
        Object.assign(jsonSchema, schemaOf(def.out, io), { $schema: undefined })
    },
  }) as Record<string, unknown>

/** The content type of each encoding. */
export const mediaTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

function describe(
  name: string,
  operation: DescribedApi[string],
  refusals: Readonly<Record<number, DescribedRefusal>>,
): object {
  const request = schemaOf(operation.request, 'input')
  const inPath = new Set([...operation.path.matchAll(/:(\w+)/g)].map(([, field]) => field!))
  const result = parameters(request, inPath)
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.source && { description: `Source: ${operation.source}` }),
    ...(operation.method === 'GET'
      ? { parameters: result }
      : {
          parameters: result.filter(({ in: place }) => place === 'path'),
          requestBody: bodyOf(operation, request, inPath),
        }),
    responses: { ...responsesOf(operation), ...mapped(refusals, answered) },
  }
}

function bodyOf({ encoding }: Operation, request: Record<string, unknown>, inPath: ReadonlySet<string>): object {
  const rest = Object.entries((request['properties'] as object | undefined) ?? {}).filter(([name]) => !inPath.has(name))
  const required = ((request['required'] as string[] | undefined) ?? []).filter((name) => !inPath.has(name))
  const schema = {
    ...request,
    properties: Object.fromEntries(rest),
    ...(request['required'] !== undefined && { required }),
  }
  return { required: true, content: { [mediaTypes[encoding]]: { schema } } }
}

const responsesOf = ({ answers, response }: Operation): object =>
  answers === 'page'
    ? { 303: { description: 'Sends the browser onward' } }
    : { 200: answered({ description: 'Answered', schema: response }) }

const answered = ({ description, schema }: DescribedRefusal): object => ({
  description,
  content: { 'application/json': { schema: schemaOf(schema, 'output') } },
})

const mapped = <Value>(record: Readonly<Record<number, Value>>, change: (value: Value) => object): object =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: unknown
}

function parameters(request: Record<string, unknown>, inPath: ReadonlySet<string>): Parameter[] {
  const required = new Set((request['required'] as string[] | undefined) ?? [])
  return Object.entries((request['properties'] as Record<string, unknown> | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: required.has(name),
    schema,
  }))
}
