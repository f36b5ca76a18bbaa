import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import type { MountOptions } from '#router/mount.ts'
import { Declined } from './ledger/declined.ts'
import type { IssuerContext } from './context.ts'
import { trace } from './trace.ts'

/**
 * How a refusal is sent (card management 7 does not define it). A format error is HTTP 400 and any other refusal of an
 * operation that answers no responseCode is HTTP 422, both with the family's processing fault {responseCode, message};
 * an operation that does answer a responseCode answers the refusal with HTTP 200, in its own shape.
 */
const FORMAT_ERROR = '30'

export const faults: MountOptions<undefined> = {
  context: () => undefined,
  refuse: ({ field, rule }, _, reply) =>
    reply.code(400).send({ responseCode: FORMAT_ERROR, message: `${field || 'the body'} ${rule}` }),
}

/** Whether answers of an operation have such a member. */
export const answers = ({ response }: Operation, member: string): boolean =>
  'shape' in response && member in (response.shape as object)

/** Answers requests that the handlers decline; `operationAt` finds the operation of a path. */
export function answerDeclined(
  app: FastifyInstance,
  context: IssuerContext,
  operationAt: (path: string) => Operation | undefined,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Declined)) return answerOther(error as Error & { statusCode?: number }, reply)
    const { responseCode, message } = error
    const operation = operationAt(request.url.split('?')[0]!)
    if (!operation || !answers(operation, 'responseCode')) return reply.code(422).send({ responseCode, message })
    return reply.send({
      responseCode,
      message,
      ...(answers(operation, 'processingCode') && unrecorded(context, operation)),
    })
  })
}

/** A body that cannot be read at all is a format error too. */
function answerOther(error: Error & { statusCode?: number }, reply: FastifyReply): FastifyReply {
  const { statusCode = 500, message } = error
  if (statusCode >= 500) throw error
  return reply.code(statusCode).send({ responseCode: FORMAT_ERROR, message })
}

const LAST_TRACE = 999_999
const REFUSALS = 'refusals'

/**
 * Numbers of an answer that left no entry in the history, as far as the operation answers them. Trace numbers of entries
 * rise from 1 and those of refusals fall from 999999, so that nothing is found by one.
 */
function unrecorded({ clock, tables: { counters } }: IssuerContext, operation: Operation): object {
  const before = counters.get(REFUSALS) ?? 0
  counters.put(REFUSALS, before + 1)
  const { rrn, ...numbers } = trace(LAST_TRACE - (before % LAST_TRACE), clock.now())
  return { processingCode: '000000', ...numbers, ...(answers(operation, 'rrn') && { rrn }) }
}
