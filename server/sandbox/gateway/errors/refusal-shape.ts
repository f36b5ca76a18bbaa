import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { operationOf } from '../operation-of.ts'
import { Refusal } from './refusal.ts'

/** motoPayment.do adds `success: false` to errorCode and errorMessage (online gateway 4.5). */
const moto = ({ answer }: Refusal): object => ({ success: false, ...answer })

/** JSON endpoints report an error in a nested object (online gateway 4.7); `description` is not for the shopper. */
const json = ({ answer: { errorCode, errorMessage, description = errorMessage } }: Refusal): object => ({
  success: false,
  error: { code: errorCode, message: errorMessage, description },
})

/** The error body of an operation. */
function refusalShape(operation: Operation | undefined, refusal: Refusal): object {
  if (operation === gatewayApi.motoPayment) return moto(refusal)
  return operation?.encoding === 'json' ? json(refusal) : refusal.answer
}

/**
 * Makes an app answer each {@link Refusal} in the shape of the requested operation, with HTTP 200, since the body has
 * the verdict (online gateway 7).
 */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal)) throw error
    return reply.code(200).send(refusalShape(operationOf(request), error))
  })
}
