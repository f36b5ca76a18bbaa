import { Failure, failures } from '#contract/gateway/failures.ts'
import { Verdict } from '#contract/gateway/orders.ts'
import type { DescribeOptions } from '#router/describe.ts'

const refusals = Object.fromEntries(
  Object.entries(failures).map(([status, description]) => [status, { description, schema: Failure }]),
)

/** A page operation fails like any other: with a verdict and HTTP 200. */
const ofPages = { ...refusals, 200: { description: 'A form that posts itself; or refused', schema: Verdict } }

/** The error responses of every gateway operation, for the OpenAPI description. */
export const describeOptions: DescribeOptions = { refusals: ({ answers }) => (answers === 'page' ? ofPages : refusals) }
