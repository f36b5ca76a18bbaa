import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { mediaTypes } from '#router/describe.ts'
import { withWrittenNumbers } from '#contract/wire/exact-json.ts'
import type { Journal } from '#ports/journal.ts'
import { Refusal } from './refusal.ts'

/** Why a body was not read, by the HTTP status of it; nothing of the body is repeated. */
const reasons: Readonly<Record<number, (mediaType: string) => string>> = {
  400: () => 'The body cannot be read as JSON',
  413: () => 'The body is too large',
  415: (mediaType) => `Content-Type must be ${mediaType}`,
}

/**
 * The refusal of a request whose body cannot be read. Its language is not known either, so it is in English; the codes
 * are those of a wrong parameter (family).
 */
export function unreadable(
  error: unknown,
  operation: Operation | undefined,
): { readonly status: number; readonly refusal: Refusal } | undefined {
  const { code, statusCode: status } = Object(error) as { readonly code?: unknown; readonly statusCode?: number }
  const reason = String(code).startsWith('FST_ERR_CTP_') && status !== undefined ? reasons[status] : undefined
  if (!reason) return undefined
  const encoding = operation?.encoding ?? 'form'
  const sentences = { message: reason(mediaTypes[encoding]), topic: 'shop', language: 'en' } as const
  return { status: status!, refusal: new Refusal(encoding === 'json' ? 'parameterWrong' : 'valueWrong', sentences) }
}

/** Lets an app read JSON bodies, and nothing else; a whole number that is written with a fraction stays as written. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, withWrittenNumbers(body as string), done),
  )
}

/** The body of a failure that is no refusal of an operation (online gateway 7). */
export const failure = (status: number): { error: string } => ({ error: STATUS_CODES[status] ?? 'Error' })

/**
 * Makes an app answer what no operation answers with a status and its name only: a framework's own answer would repeat
 * the address with its query, which may hold a password.
 */
export function answerFailures(app: FastifyInstance, journal: Journal): void {
  app.addHook('onRequest', async (request, reply) => (request.is404 ? reply.code(404).send(failure(404)) : undefined))
  app.setNotFoundHandler((_, reply) => reply.code(404).send(failure(404)))
  app.setErrorHandler((error, _, reply) => {
    const { statusCode = 500 } = Object(error) as { readonly statusCode?: number }
    if (statusCode >= 500) journal.note({ from: 'gateway', to: 'gateway', what: 'failure', detail: String(error) })
    return reply.code(statusCode).send(failure(statusCode))
  })
}
