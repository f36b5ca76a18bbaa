import type { Operation } from '#contract/operation.ts'
import { fieldRefusal } from '../../errors/field-refusal.ts'
import { refusal } from '../../errors/refusal.ts'
import { may, type Caller, type Merchant } from '../../merchants/merchants.ts'
import { totalOf, type Order } from '../../orders/order.ts'

/** Numeric ISO 4217 of the rouble, the only currency of the system. */
const ROUBLE = '643'

/** The most that one transfer moves, minor units: 1,000,000 roubles. */
const LARGEST = 100_000_000

/** The rules of an order that can be paid so, with what breaks each. */
const rules: readonly (readonly [rule: string, isBroken: (order: Order) => boolean])[] = [
  [`names an order in another currency than ${ROUBLE}`, ({ currency }) => currency !== ROUBLE],
  ['names an order that is not one-phase', ({ twoPhase }) => twoPhase],
  [
    `names an order whose amount is not from 1 to ${LARGEST}`,
    (order) => totalOf(order) < 1 || totalOf(order) > LARGEST,
  ],
]

/** Throws a refusal for an order that cannot be paid by a transfer. */
export function checkOrder(order: Order, operation: Operation, language: string | undefined): void {
  const broken = rules.find(([, isBroken]) => isBroken(order))
  if (broken) throw fieldRefusal(operation, { field: 'mdOrder', kind: 'rule', rule: broken[0] }, language)
}

/** Only a merchant with the permission may call, and not by a token, as with several banks (family). */
export const guarded =
  <Request extends { readonly language?: string | undefined }, Answer>(
    handle: (request: Request, merchant: Merchant) => Answer,
  ) =>
  (request: Request, { merchant, byToken }: Caller): Answer => {
    if (byToken || !may(merchant, 'sbp')) throw refusal('access', request.language)
    return handle(request, merchant)
  }
