import type { FastifyRequest } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'

const names = new Map(Object.entries<Operation>(gatewayApi).map(([name, { path }]) => [path as string, name]))

/** Name of the gateway operation that a request is for, if any. */
export const operationNameOf = ({ routeOptions }: FastifyRequest): OperationName | undefined =>
  names.get(routeOptions.url ?? '') as OperationName | undefined

/** The gateway operation that a request is for, if any. */
export function operationOf(request: FastifyRequest): Operation | undefined {
  const name = operationNameOf(request)
  return name && gatewayApi[name]
}
