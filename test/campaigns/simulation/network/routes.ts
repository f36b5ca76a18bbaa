import type { FastifyInstance } from 'fastify'
import { fromForm } from '#contract/wire/form.ts'
import type { Answer, Requested } from './serve.ts'

type Handler = (request: object, reply: Reply) => unknown

/** Collects what a handler answers, as Fastify's reply does. */
class Reply {
  statusCode = 200
  location: string | undefined
  body: unknown
  code(status: number): this {
    this.statusCode = status
    return this
  }
  header(): this {
    return this
  }
  headers(): this {
    return this
  }
  type(): this {
    return this
  }
  send(body: unknown): this {
    this.body = body
    return this
  }
  redirect(location: string, status: number): this {
    this.location = location
    return this.code(status)
  }
}

/** Collects the routes that are mounted on it, to call their handlers without HTTP, parsers and hooks. */
export function routeTable() {
  const routes = new Map<string, Handler>()
  let onError: (error: unknown, request: object, reply: Reply) => unknown = (error) => {
    throw error
  }
  const add =
    (method: string) =>
    (url: string, handler: Handler): void =>
      void routes.set(`${method} ${url}`, handler)
  const app = {
    route: ({ method, url, handler }: { method: string; url: string; handler: Handler }) => add(method)(url, handler),
    get: add('GET'),
    post: add('POST'),
    addHook: () => app,
    addContentTypeParser: () => app,
    removeContentTypeParser: () => app,
    removeAllContentTypeParsers: () => app,
    getDefaultJsonParser: () => undefined,
    setNotFoundHandler: () => app,
    setErrorHandler: (handler: typeof onError) => {
      onError = handler
      return app
    },
  }
  /** A route may end with a parameter. */
  const found = (path: string): { readonly handler: Handler | undefined; readonly params: object } => {
    const handler = routes.get(path)
    if (handler) return { handler, params: {} }
    const at = path.lastIndexOf('/') + 1
    for (const [route, named] of routes)
      if (route.startsWith(`${path.slice(0, at)}:`))
        return { handler: named, params: { [route.slice(at + 1)]: path.slice(at) } }
    return { handler: undefined, params: {} }
  }
  const call = async ({ method, url, headers, body }: Requested): Promise<Answer> => {
    const [path, query = ''] = url.split('?', 2) as [string, string?]
    const { handler, params } = found(`${method} ${path}`)
    if (!handler) return { status: 404, body: '' }
    const request = {
      body: parsed(headers, body),
      query: formOf(query),
      params,
      url,
      headers,
      routeOptions: { url: path },
    }
    const reply = new Reply()
    try {
      return answerOf(reply, await handler(request, reply))
    } catch (error) {
      return answerOf(reply, onError(error, request, reply))
    }
  }
  return { app: app as unknown as FastifyInstance, call }
}

const formOf = (text: string): object => (text ? fromForm(new URLSearchParams(text)) : {})

const parsed = (headers: Requested['headers'], body: string | undefined): unknown => {
  if (body === undefined) return undefined
  return headers['content-type'] === 'application/json' ? JSON.parse(body) : formOf(body)
}

function answerOf(reply: Reply, given: unknown): Answer {
  const body = given === reply ? reply.body : given
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  return { status: reply.statusCode, body: text, ...(reply.location !== undefined && { location: reply.location }) }
}
