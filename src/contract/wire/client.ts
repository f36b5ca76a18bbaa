import type { Answer, Api, Operation, Request } from '../operation.ts'
import { toForm } from './form.ts'

/** The settings of a request as `fetch` and undici's `request` take them; the latter follows no redirect anyway. */
export interface FetchSettings {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect?: 'manual'
  readonly signal?: AbortSignal
  /** It changes nothing, so that `undiciFetch` may send it once more where its connection is lost. */
  readonly repeatable?: true
}

/** What the clients read of an answer; a `Response` has it. */
export type FetchAnswer = Pick<Response, 'ok' | 'status' | 'text'>

/** Sends a request: `undiciFetch` in production; the global `fetch` fits, too. */
export type Fetch = (url: string, settings: FetchSettings) => Promise<FetchAnswer>

export type Client<A extends Api> = {
  readonly [Name in keyof A as A[Name]['answers'] extends 'page' ? never : Name]: (
    request: Request<A[Name]>,
    signal?: AbortSignal,
  ) => Promise<Answer<A[Name]>>
}

/** A failed answer, or one that does not match the operation's schema; `status` and `body` are what was received. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer'
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`The answer (HTTP ${status}) is not what the operation promises`)
    this.status = status
    this.body = body
  }
}

/** Makes a function per operation, typed by its schemas; `base` is the address before the operation's path. */
export function client<A extends Api>(api: A, base: string, fetch: Fetch): Client<A> {
  const calls = Object.entries(api)
    .filter(([, operation]) => operation.answers !== 'page')
    .map(([name, operation]) => [
      name,
      async (fields: Record<string, unknown>, signal?: AbortSignal) => {
        const { url, ...settings } = requestFor(operation, base, operation.request.parse(fields))
        return answerOf(operation, await fetch(url, { ...settings, ...(signal && { signal }) }))
      },
    ])
  return Object.fromEntries(calls) as Client<A>
}

/** A request as plain data. */
export interface PlainRequest extends Pick<FetchSettings, 'method' | 'headers' | 'body'> {
  readonly url: string
}

/** What of an operation decides how its request is sent. */
export type Route = Pick<Operation, 'method' | 'path' | 'encoding' | 'json'>

/** Builds the request of an operation. */
export function requestFor(operation: Route, base: string, fields: Record<string, unknown>): PlainRequest {
  const { method, encoding } = operation
  const url = addressOf(operation, base, fields)
  const accept = 'application/json'
  if (method === 'GET') return { url, method, headers: { accept } }
  const rest = outsidePath(operation, fields)
  const [type, body] =
    encoding === 'form'
      ? ['application/x-www-form-urlencoded', toForm(rest).toString()]
      : [accept, (operation.json ?? JSON).stringify(rest)]
  return { url, method, body, headers: { accept, 'content-type': type } }
}

/** The address of an operation, its path filled and, for a GET, its remaining fields in the query. */
export function addressOf(operation: Route, base: string, fields: Record<string, unknown>): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  const query = operation.method === 'GET' ? toForm(outsidePath(operation, fields)).toString() : ''
  return base + path + (query && `?${query}`)
}

const outsidePath = ({ path }: Pick<Route, 'path'>, fields: Record<string, unknown>): Record<string, unknown> => {
  const segments = `${path}/`
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !segments.includes(`/:${name}/`)))
}

async function answerOf(operation: Operation, response: FetchAnswer): Promise<unknown> {
  const text = await response.text()
  const body = json(operation, text)
  const read = response.ok ? operation.response.safeParse(body) : undefined
  if (!read?.success) throw new ForeignAnswer(response.status, body ?? text)
  return read.data
}

function json(operation: Operation, text: string): unknown {
  try {
    return (operation.json ?? JSON).parse(text)
  } catch {
    return undefined
  }
}
