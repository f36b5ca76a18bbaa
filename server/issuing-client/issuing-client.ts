import { explain } from '#server-contract/explain.ts'
import type { Operation } from '#contract/operation.ts'
import { requestFor, type PlainRequest } from '#contract/wire/client.ts'
import { numeralsAsText } from '#contract/wire/numerals.ts'
import { basic, type Credentials } from './basic.ts'
import { exchange, type Sender } from './exchange.ts'
import { interpret } from './interpret.ts'
import { IssuingError } from './issuing-error.ts'
import type { AccountMethods } from './methods/accounts.ts'
import type { AcquiringMethods } from './methods/acquiring.ts'
import type { CardMethods } from './methods/cards.ts'
import type { CustomerMethods } from './methods/customers.ts'
import type { HistoryMethods } from './methods/history.ts'
import type { MoneyMethods } from './methods/money.ts'
import type { PinMethods } from './methods/pins.ts'
import { issuingOperations, type Ask, type IssuingOperation } from './operations.ts'

/**
 * A method per operation of the card-management interface. Each sends one request, repeats nothing, and rejects with
 * {@link IssuingError} unless the bank has done what was asked. Amounts are minor units, currencies numeric ISO 4217.
 */
export interface IssuingClient
  extends CustomerMethods, AccountMethods, AcquiringMethods, CardMethods, PinMethods, MoneyMethods, HistoryMethods {}

/** The methods of {@link IssuingClient}, derived from the table of operations. */
type Calls = { readonly [Name in IssuingOperation]: Ask<Name> }

export interface ClientOptions extends Sender, Credentials {
  /** The part of the addresses before `/apigate/ws/rest`, without a slash at its end. */
  readonly base: string
}

/** Builds the client from its options. */
export function buildIssuingClient(options: ClientOptions): IssuingClient {
  const calls = Object.entries<Operation>(issuingOperations).map(([name, operation]) => [
    name,
    (fields: unknown, signal?: AbortSignal) => call(options, name as IssuingOperation, operation, fields, signal),
  ])
  return Object.fromEntries(calls) as Calls
}

async function call(
  options: ClientOptions,
  name: IssuingOperation,
  operation: Operation,
  fields: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const request = requestOf(options, name, operation, fields)
  if (signal?.aborted)
    throw new IssuingError({ operation: name, kind: 'withdrawn', sentence: 'the signal was aborted before' })
  const result = await exchange(options, request, signal)
  return interpret({ name, operation, url: request.url, timeoutMs: options.timeoutMs }, result)
}

/** The request; what breaks a rule of the interface is not sent. */
function requestOf(options: ClientOptions, name: IssuingOperation, operation: Operation, given: unknown): PlainRequest {
  const fields = numeralsAsText(operation.request, given)
  const read = operation.request.safeParse(fields)
  if (!read.success) {
    const { field, rule } = explain(read.error, fields)
    const sentence = `${field || 'the request'} ${rule}`
    throw new IssuingError({ operation: name, kind: 'invalid', sentence, field: field || undefined })
  }
  const { headers, ...rest } = requestFor(operation, options.base, read.data as Record<string, unknown>)
  return { ...rest, headers: { ...headers, authorization: basic(options) } }
}
