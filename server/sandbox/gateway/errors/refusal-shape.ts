import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { operationOf } from '../operation-of.ts'
import { Refusal } from './refusal.ts'

/** Beside the usual errorCode and errorMessage, motoPayment.do says that it was no success (online gateway 4.5). */
const moto = ({ answer }: Refusal): object => ({ success: false, ...answer })

/** JSON endpoints tell a failure in an object of its own (online gateway 4.7); `description` is not for the shopper. */
const json = ({ answer: { errorCode, errorMessage, description = errorMessage } }: Refusal): object => ({
  success: false,
  error: { code: errorCode, message: errorMessage, description },
})

/** How an operation tells a refusal. */
function refusalShape(operation: Operation | undefined, refusal: Refusal): object {
  if (operation === gatewayApi.motoPayment) return moto(refusal)
  return operation?.encoding === 'json' ? json(refusal) : refusal.answer
}

/** Lets an app answer refusals as the operation does that was asked for: with HTTP 200, since the body has the verdict (online gateway 7). */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal)) throw error
    return reply.code(200).send(refusalShape(operationOf(request), error))
  })
}
