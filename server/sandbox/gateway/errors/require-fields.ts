import type { Registration } from '#server-contract/gateway/orders.ts'
import type { Operation } from '#contract/operation.ts'
import { fieldRefusal } from './field-refusal.ts'

/** A request with fields that it must have here. */
export type With<Requested, Field extends keyof Requested> = Requested & {
  readonly [Name in Field]-?: NonNullable<Requested[Name]>
}

/**
 * The request, once it has the fields that the specification leaves open and the sandbox needs; throws a refusal that
 * names the first one that is missing.
 */
export function requireFields<
  Requested extends { readonly language?: string | undefined },
  Field extends keyof Requested,
>(operation: Operation, request: Requested, fields: readonly Field[]): With<Requested, Field> {
  const missing = fields.find((field) => request[field] === undefined)
  if (missing !== undefined) throw missingField(operation, String(missing), request.language)
  return request as With<Requested, Field>
}

type Items = NonNullable<Registration['orderBundle']>['cartItems']['items']

/** Refuses an entry of a basket without a part of its quantity, which the specification leaves open (2.4). */
export function requireQuantities(
  operation: Operation,
  path: string,
  items: Items | undefined,
  language: string | undefined,
): void {
  for (const [at, { quantity }] of (items ?? []).entries())
    for (const name of ['value', 'measure'] as const)
      if (quantity[name] === undefined) throw missingField(operation, `${path}.${at}.quantity.${name}`, language)
}

export const missingField = (operation: Operation, field: string, language: unknown) =>
  fieldRefusal(operation, { field, kind: 'missing', rule: 'is required' }, language)
