import { Failure, failures } from '#contract/gateway/failures.ts'
import { Verdict } from '#contract/gateway/orders.ts'
import type { DescribeOptions } from '#router/describe.ts'

const refusals = Object.fromEntries(
  Object.entries(failures).map(([status, description]) => [status, { description, schema: Failure }]),
)

/** A page is refused as any other operation: with its verdict, and HTTP 200. */
const ofPages = { ...refusals, 200: { description: 'A form that posts itself; or refused', schema: Verdict } }

/** How every operation of the gateway fails beside its answer. */
export const describeOptions: DescribeOptions = { refusals: ({ answers }) => (answers === 'page' ? ofPages : refusals) }
