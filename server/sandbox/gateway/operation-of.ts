import type { FastifyRequest } from 'fastify'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'

const byPath = new Map(Object.values<Operation>(gatewayApi).map((operation) => [operation.path as string, operation]))

/** The gateway operation that a request is for, if any. */
export const operationOf = ({ routeOptions }: FastifyRequest): Operation | undefined =>
  byPath.get(routeOptions.url ?? '')
