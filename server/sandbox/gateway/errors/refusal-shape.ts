import type { FastifyInstance, FastifyRequest } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { ErrorCodeName } from '#server-contract/gateway/error-codes.ts'
import type { Operation } from '#contract/operation.ts'
import { operationOf } from '../operation-of.ts'
import { Refusal } from './refusal.ts'
import { unreadable } from './unreadable.ts'

/** motoPayment.do adds `success: false` to errorCode and errorMessage (online gateway 4.5). */
const moto = ({ answer }: Refusal): object => ({ success: false, ...answer })

/** JSON endpoints report an error in a nested object; `message` is for the payer, `description` is not (4.7). */
const json = ({ answer: { errorCode, errorMessage }, forPayer }: Refusal): object => ({
  success: false,
  error: { code: errorCode, message: forPayer, description: errorMessage },
})

/** getOrderStatus.do has its own names for errorCode and errorMessage (family). */
const old = ({ answer: { errorCode: ErrorCode, errorMessage: ErrorMessage } }: Refusal): object => ({
  ErrorCode,
  ErrorMessage,
})

/** The error body of an operation. */
function refusalShape(operation: Operation | undefined, refusal: Refusal): object {
  if (operation === gatewayApi.motoPayment) return moto(refusal)
  if (operation === gatewayApi.getOrderStatus || operation === gatewayApi.acknowledge) return old(refusal)
  return operation?.encoding === 'json' ? json(refusal) : refusal.answer
}

/** Why a request was refused, for systems that have an HTTP status for it. */
export const refusedAs = new WeakMap<FastifyRequest, ErrorCodeName>()

/**
 * Makes an app answer each {@link Refusal} in the shape of the requested operation, with HTTP 200, since the body has
 * the verdict (online gateway 7). A request whose body cannot be read is refused in the same shape, and keeps its
 * status.
 */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const operation = operationOf(request)
    const found = error instanceof Refusal ? { status: 200, refusal: error } : unreadable(error, operation)
    if (!found) throw error
    refusedAs.set(request, found.refusal.code)
    return reply.code(found.status).send(refusalShape(operation, found.refusal))
  })
}
