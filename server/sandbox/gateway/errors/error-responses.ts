import { Failure, failures, JsonRefusal, UnreadJson } from '#server-contract/gateway/failures.ts'
import { MotoAnswer } from '#server-contract/gateway/moto.ts'
import { OldStatus } from '#server-contract/gateway/family/old-status.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { Verdict } from '#server-contract/gateway/orders.ts'
import type { Operation } from '#contract/operation.ts'
import type { DescribeOptions, DescribedRefusal } from '#router/describe.ts'

type Responses = Readonly<Record<number, DescribedRefusal>>

const refusals: Responses = Object.fromEntries(
  Object.entries(failures).map(([status, description]) => [status, { description, schema: Failure }]),
)

/** A page operation fails like any other: with a verdict and HTTP 200. */
const ofPages: Responses = {
  ...refusals,
  200: { description: 'A form that posts itself; or refused', schema: Verdict },
}

/** A body that cannot be read is refused as the operation refuses a field. */
const unread = (schema: DescribedRefusal['schema']): Responses => ({
  413: { description: 'The body is too large', schema },
  415: { description: 'The body is of another kind', schema },
})

const ofJson: Responses = {
  ...refusals,
  ...unread(JsonRefusal),
  400: { description: `${failures[400]}; or a body that cannot be read as JSON`, schema: UnreadJson },
}

const ofForms: Responses = { ...refusals, ...unread(Verdict) }
const ofMoto: Responses = { ...refusals, ...unread(MotoAnswer) }
const ofOldStatus: Responses = { ...refusals, ...unread(OldStatus) }

function responsesOf(operation: Operation): Responses {
  if (operation.method === 'GET') return operation.answers === 'page' ? ofPages : refusals
  if (operation === gatewayApi.motoPayment) return ofMoto
  if (operation === gatewayApi.getOrderStatus || operation === gatewayApi.acknowledge) return ofOldStatus
  return operation.encoding === 'json' ? ofJson : ofForms
}

/** The error responses of every gateway operation, for the OpenAPI description. */
export const describeOptions: DescribeOptions = { refusals: responsesOf }
