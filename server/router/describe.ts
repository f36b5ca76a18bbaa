import * as z from 'zod/mini'
import type { Api, Operation } from '#contract/operation.ts'

/** What an OpenAPI document says about the whole API. */
export interface Title {
  readonly title: string
  readonly version: string
  readonly description: string
}

/** Writes a table of operations as an OpenAPI 3.1 document. */
export function describeApi(api: Api, info: Title): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(api)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation) }
  }
  return { openapi: '3.1.0', info, paths }
}

/** A row per operation, as Markdown for the README. */
export const readmeRows = (api: Api): string =>
  Object.entries(api)
    .map(
      ([name, { method, path, summary, source }]) =>
        `| \`${name}\` | \`${method} ${path}\` | ${summary} | ${source ?? ''} |`,
    )
    .join('\n')

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>

const mediaTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

function describe(name: string, operation: Operation): object {
  const request = schemaOf(operation.request, 'input')
  const inPath = new Set([...operation.path.matchAll(/:(\w+)/g)].map(([, field]) => field!))
  const page = operation.answers === 'page'
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.source && { description: `Source: ${operation.source}` }),
    ...(operation.method === 'GET'
      ? { parameters: parameters(request, inPath) }
      : { requestBody: { required: true, content: { [mediaTypes[operation.encoding]]: { schema: request } } } }),
    responses: page
      ? { 303: { description: 'Sends the browser onward' } }
      : {
          200: {
            description: 'Answered',
            content: { 'application/json': { schema: schemaOf(operation.response, 'output') } },
          },
        },
  }
}

function parameters(request: Record<string, unknown>, inPath: ReadonlySet<string>): object[] {
  const required = new Set((request['required'] as string[] | undefined) ?? [])
  return Object.entries((request['properties'] as Record<string, unknown> | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: required.has(name),
    schema,
  }))
}
