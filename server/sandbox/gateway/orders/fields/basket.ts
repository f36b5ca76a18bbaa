import type { Registration } from '#server-contract/gateway/orders.ts'
import type { Operation } from '#contract/operation.ts'
import { fieldRefusal } from '../../errors/field-refusal.ts'
import { isCurrency } from '../currencies.ts'

type Item = NonNullable<Registration['orderBundle']>['cartItems']['items'][number]

type BasketRule = readonly [field: keyof Item, rule: string, broken: (item: Item) => boolean]

/** What the sandbox demands of the entries of a basket beyond the specification's types (online gateway 2.4). */
const basketRules: readonly BasketRule[] = [
  ['positionId', 'must be at least 1', ({ positionId }) => positionId < 1],
  [
    'itemCurrency',
    'must be a known ISO 4217 code',
    ({ itemCurrency: code }) => code !== undefined && !isCurrency(String(code).padStart(3, '0')),
  ],
]

/** Throws a refusal for the first entry that breaks a rule; `path` is the list in the request. */
export function checkItems(
  items: readonly Item[] = [],
  path: string,
  operation: Operation,
  language: string | undefined,
): void {
  for (const [at, item] of items.entries())
    for (const [field, rule, isBroken] of basketRules)
      if (isBroken(item))
        throw fieldRefusal(operation, { field: `${path}.${at}.${field}`, kind: 'rule', rule }, language)
}
