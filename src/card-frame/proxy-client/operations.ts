import { checkoutApi } from '#contract/checkout-api.ts'
import type { Route } from '#contract/wire/client.ts'
import { shapeOf } from '#contract/wire/shape-of.ts'
import type { Shape } from '#contract/wire/shape.ts'

/** An operation of the proxy as plain data. */
export interface PlainOperation extends Route {
  readonly request: Shape
  readonly answer: Shape
}

/** The proxy's operations. The build evaluates this module, so that the frame contains the table without its schemas. */
export const operations: Readonly<Record<string, PlainOperation>> = Object.fromEntries(
  Object.entries(checkoutApi).map(([name, { method, path, encoding, request, response }]) => [
    name,
    { method, path, encoding, request: shapeOf(request), answer: shapeOf(response) },
  ]),
)
