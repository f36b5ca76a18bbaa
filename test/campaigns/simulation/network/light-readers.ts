import type * as z from 'zod/mini'
import { checkoutApi } from '#contract/checkout-api.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { Ticket } from '#server-contract/ticket.ts'

type Validation = Pick<z.ZodMiniType, 'parse' | 'safeParse'>
type Result = ReturnType<Validation['safeParse']>

/** Most values that a schema remembers; then it starts anew. */
const MOST = 500

/**
 * The validations that a simulation leaves out, since another party of the same process makes them:
 *
 * - the sender of an answer validates it (`parse`), and so does the one that receives it: only the receiver does;
 * - the gateway's client validates a request, and then the sandbox does, after converting the form's text into an object
 *   without a prototype: only the client does;
 * - the same answer of the gateway, or the same ticket, is validated once for each time that it comes: its first result
 *   is remembered, and frozen, so that no one can change it for the next one.
 *
 * The returned function restores them.
 */
export function withLightReaders(): () => void {
  const answers = [checkoutApi, gatewayApi, merchantApi].flatMap((api) =>
    Object.values(api).map(({ response }) => response),
  )
  const requests = Object.values(gatewayApi).map(({ request }) => request)
  const remembering = [...Object.values(gatewayApi).map(({ response }) => response), Ticket]
  const changes = [
    ...answers.map((schema) => replaced(schema, { parse: (value) => value as never })),
    ...requests.map((schema) => replacedBy(schema, unlessConverted)),
    ...remembering.map((schema) => replacedBy(schema, remembered)),
  ]
  return () => {
    for (const restore of changes.toReversed()) restore()
  }
}

function replaced(schema: Validation, by: Partial<Validation>): () => void {
  const { parse, safeParse } = schema
  Object.assign(schema, by)
  return () => void Object.assign(schema, { parse, safeParse })
}

const replacedBy = (schema: Validation, make: (safeParse: Validation['safeParse']) => Validation['safeParse']) =>
  replaced(schema, { safeParse: make(schema.safeParse) })

/** Takes a form as it is, since its sender has validated it. */
const unlessConverted =
  (safeParse: Validation['safeParse']): Validation['safeParse'] =>
  (value) =>
    Object.getPrototypeOf(Object(value)) === null ? ({ success: true, data: value } as Result) : safeParse(value)

function remembered(safeParse: Validation['safeParse']): Validation['safeParse'] {
  const results = new Map<string, Result>()
  return (value) => {
    const text = JSON.stringify(value) as string | undefined
    const known = text === undefined ? undefined : results.get(text)
    if (known) return known
    const result = safeParse(value)
    if (text === undefined || !result.success) return result
    if (results.size >= MOST) results.clear()
    results.set(text, { ...result, data: frozen(result.data) })
    return results.get(text)!
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
