import type * as z from 'zod/mini'

/** One operation of an API; its name is its key in the table. */
export interface Operation {
  /** Where the operation is specified: a section of the specification, or `family` for a public fact of the gateway family. */
  readonly source?: string
  readonly method: 'GET' | 'POST'
  /** Segments such as `:id` are filled from the request's field of that name. */
  readonly path: `/${string}`
  /** How the remaining fields are encoded; a GET always sends them in the query. */
  readonly encoding: 'json' | 'form'
  /** A JSON number is accepted as its digits wherever text is expected (card management 2.1). */
  readonly numerals?: 'as-text'
  /** How its JSON is read and written, if it has numbers that JavaScript's own functions make inexact. */
  readonly json?: { parse(text: string): unknown; stringify(value: unknown): string }
  readonly request: z.ZodMiniObject
  /** `page` answers redirect a browser (see {@link Redirect}) and are reached by navigation, never by the client. */
  readonly answers?: 'json' | 'page'
  readonly response: z.ZodMiniType
}

/** All operations of one party for another. */
export type Api = Readonly<Record<string, Operation>>

/** An API with a sentence per operation, for OpenAPI and the documents. */
export type DescribedApi = Readonly<Record<string, Operation & { readonly summary: string }>>

export type Request<O extends Operation> = z.infer<O['request']>
export type Answer<O extends Operation> = z.infer<O['response']>

type PathFields<Path extends string> = Path extends `${string}:${infer Field}/${infer Rest}`
  ? Field | PathFields<Rest>
  : Path extends `${string}:${infer Field}`
    ? Field
    : never

/** Accepts only paths whose every `:field` is a field of the request. */
type Filled<A extends Api> = {
  readonly [Name in keyof A]: PathFields<A[Name]['path']> extends keyof Request<A[Name]>
    ? A[Name]
    : Omit<A[Name], 'path'> & {
        path: `/no such field in the request: ${Exclude<PathFields<A[Name]['path']>, keyof Request<A[Name]>>}`
      }
}

/** Declares a table of operations. */
export const defineApi = <const A extends Api>(api: A & Filled<A>): A => api
