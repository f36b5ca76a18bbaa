import type { Registration } from '#server-contract/gateway/orders.ts'
import type { Operation } from '#contract/operation.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'

/** The blocks of a request that have indicators. */
export type Indicated = {
  readonly [Field in 'shippingPayerData' | 'preOrderPayerData' | 'billingAndShippingAddressMatchIndicator']?:
    | Registration[Field]
    | undefined
}

/**
 * The values that the sandbox takes (family), by the dotted path of the field: the specification shows no list of them,
 * so that the contract has none (online gateway 2.4).
 */
const values: readonly (readonly [path: string, values: readonly unknown[]])[] = [
  ['shippingPayerData.shippingMethodIndicator', [1, 2, 3, 4, 5, 6, 7]],
  ['shippingPayerData.deliveryTimeframe', [1, 2, 3, 4]],
  ['preOrderPayerData.preOrderPurchaseInd', [1, 2]],
  ['preOrderPayerData.reorderItemsInd', [1, 2]],
  ['billingAndShippingAddressMatchIndicator', ['Y', 'N']],
]

/** Throws a refusal for an indicator whose value the sandbox does not take. */
export function checkIndicators(request: Indicated, operation: Operation, language: string | undefined): void {
  for (const [path, known] of values) {
    const value = at(request, path)
    if (value === undefined || known.includes(value)) continue
    const rule = `must be one of ${known.map(String).join(', ')}`
    throw fieldRefusal(operation, { field: path, kind: 'rule', rule }, language)
  }
}

const at = (request: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], request)
