import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { MountOptions } from '#router/mount.ts'
import type { Problem } from '#server-contract/explain.ts'
import { lineOf } from './http/log.ts'
import { noteOf, type Observer } from './http/observe.ts'
import { refusalFrom, sendRefusal } from './http/refusals.ts'
import type { ProxyContext } from './proxy-context.ts'
import { refuseScript, scriptTagPath } from './static-files/script-tag.ts'

/** Answers every error as a refusal with a code; one that was not foreseen is logged, and says nothing to the client. */
export function answerErrors(app: FastifyInstance, { log }: Pick<ProxyContext, 'log'>, observer: Observer): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    observer.note(request, noteOf(refused))
    if (refused.code === 'internal' && !(error instanceof ProxyError))
      log.error({ traceId: request.id, code: 'internal', ...lineOf(error) })
    return sendRefusal(reply, refused)
  })
}

/**
 * Answers what no route takes: a wrong method, or an unknown address. A hook, since the framework checks the body of a
 * request without a route before it looks for a handler.
 */
export const answerUnknown =
  (methodsAt: (path: string) => readonly string[]): onRequestHookHandler =>
  (request, reply, next) => {
    if (!request.is404) return next()
    const path = request.url.split('?')[0]!
    // Which browsers ask for beside a page; no route of its own, which a merchant's server around this one would lose.
    if (path === '/favicon.ico') return void reply.code(204).send()
    const answer = path.startsWith(scriptTagPath) ? refuseScript : sendRefusal
    const allowed = methodsAt(path)
    if (!allowed.length) return void answer(reply, new ProxyError('not_found'))
    answer(reply.header('allow', allowed.join(', ')), new ProxyError('method_refused'))
  }

/** The error code of each kind of field problem. */
const complaints: Readonly<Record<Problem['kind'], ProxyErrorCode>> = {
  missing: 'field_invalid',
  type: 'field_invalid',
  rule: 'field_invalid',
  unknown: 'field_unknown',
}

/** Refuses a request by its first field that breaks the contract. */
export const refuseField: MountOptions<unknown>['refuse'] = ({ field, kind, rule }) => {
  throw new ProxyError(complaints[kind], rule, field)
}
