import type { ErrorCodeName } from '#server-contract/gateway/error-codes.ts'
import type { Operation } from '#contract/operation.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'
import { fromJson } from '#wallet-tokens/payment-token.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import type { Fields } from './changes.ts'
import type { Imitation } from './imitations.ts'

/** Throws a refusal for a registration that lacks what a kind of system demands, or that it does not take. */
export function requireDemanded(imitation: Imitation, operation: Operation, fields: Fields): void {
  const { demands = [], leastAmount = 0, orderNumberLength } = imitation
  const { language, orderNumber, amount } = fields
  for (const [field, parameter] of demands)
    if (!has(fields[field], parameter))
      throw fieldRefusal(
        operation,
        { field: [field, parameter].filter(Boolean).join('.'), kind: 'missing', rule: 'is required' },
        language,
      )
  if (String(orderNumber ?? '').length > orderNumberLength)
    throw fieldRefusal(
      operation,
      { field: 'orderNumber', kind: 'rule', rule: `must have at most ${orderNumberLength} characters` },
      language,
    )
  if (Number(amount) < leastAmount)
    throw fieldRefusal(operation, { field: 'amount', kind: 'rule', rule: `must be at least ${leastAmount}` }, language)
}

/** Whether a field is there, and its parameter, if one is meant. */
function has(value: unknown, parameter: string | undefined): boolean {
  if (parameter === undefined || value === undefined) return value !== undefined
  const read = typeof value === 'string' ? fromJson(value) : value
  return Object(read)[parameter] !== undefined
}

/** The HTTP status of a refused request, where the system has one for it. */
export function statusOf(
  { statuses }: Imitation,
  operation: OperationName | undefined,
  refused: ErrorCodeName | undefined,
): number | undefined {
  if (!statuses || !refused) return undefined
  if (refused === 'accessDenied') return statuses.credentials
  return operation === 'register' || operation === 'registerPreAuth' ? statuses.registration : undefined
}
