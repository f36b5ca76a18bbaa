import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { Refusal } from './refusal.ts'

/** Beside the usual errorCode and errorMessage, motoPayment.do says that it was no success (online gateway 4.5). */
const moto = ({ answer }: Refusal): object => ({ success: false, ...answer })

/** JSON endpoints tell a failure in an object of its own (online gateway 4.7); `description` is not for the shopper. */
const json = ({ answer: { errorCode, errorMessage, description = errorMessage } }: Refusal): object => ({
  success: false,
  error: { code: errorCode, message: errorMessage, description },
})

/** How an operation tells a refusal. */
export function refusalShape(operation: Operation | undefined, refusal: Refusal): object {
  if (operation === gatewayApi.motoPayment) return moto(refusal)
  return operation?.encoding === 'json' ? json(refusal) : refusal.answer
}
