import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explain, type Problem } from '#server-contract/explain.ts'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import type { Answer, Api, Operation, Request } from '#contract/operation.ts'
import { coerce, fromForm } from '#contract/wire/form.ts'
import { numeralsAsText } from '#contract/wire/numerals.ts'
import { sendRedirect } from './redirect-page.ts'

/** A function per operation; `context` is what {@link MountOptions.context} returned for the request. */
export type Handlers<A extends Api, Context> = {
  readonly [Name in keyof A]: (
    request: Request<A[Name]>,
    context: Context,
  ) => Answer<A[Name]> | Promise<Answer<A[Name]>>
}

/** How the requests of one API are read and refused. */
export interface MountOptions<Context, Answered = unknown> {
  /** Makes the handlers' context, or throws to refuse the request before its fields are read. */
  context(request: FastifyRequest, operation: Operation): Context | Promise<Context>
  /** Called with the answer of a handler before it is sent. */
  answered?(request: FastifyRequest, answer: Answered): void
  /** Answers a request whose fields break a rule. */
  refuse(
    problem: Problem,
    operation: Operation,
    reply: FastifyReply,
    fields: Readonly<Record<string, unknown>>,
  ): unknown
}

/** Routes each operation of a table to the handler of its name, and validates requests and answers. */
export function mount<A extends Api, Context>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A, Context>,
  route: MountOptions<Context, Answer<NoInfer<A>[keyof A]>>,
): void {
  for (const [name, operation] of Object.entries(api)) {
    const handle = handlers[name] as (request: unknown, context: Context) => unknown
    app.route({
      method: operation.method,
      url: operation.path,
      handler: async (request, reply) => {
        const context = await route.context(request, operation)
        const fields = fieldsOf(request, operation)
        const typed = asSchema(operation, fields)
        const requested = operation.request.safeParse(typed)
        if (!requested.success) return route.refuse(explain(requested.error, typed), operation, reply, fields)
        const answer = operation.response.parse(await handle(requested.data, context)) as Answer<A[keyof A]>
        route.answered?.(request, answer)
        return operation.answers === 'page' ? sendRedirect(reply, answer as Redirect) : answer
      },
    })
  }
}

/**
 * The fields with the schema's types: a form and a query contain text only, and numerals in JSON may be meant as text.
 */
function asSchema({ encoding, method, numerals, request }: Operation, fields: Record<string, unknown>): unknown {
  if (encoding === 'form' || method === 'GET') return coerce(request, fields)
  return numerals ? numeralsAsText(request, fields) : fields
}

/** Lets an app read form bodies; JSON it reads by itself. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, fromForm(new URLSearchParams(body as string))),
  )
}

/**
 * The request's fields in one object; the path overrides the query or the body, so that a body cannot replace what its
 * path names.
 */
function fieldsOf({ query, body, params }: FastifyRequest, { method }: Operation): Record<string, unknown> {
  const sent = method === 'GET' ? query : body
  return Object.assign(Object.create(null), plain(sent) ? sent : {}, params)
}

const plain = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
