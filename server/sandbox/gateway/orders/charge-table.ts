import type { Debited } from '#server-contract/issuing/debits.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Card } from '../cards/card-data.ts'

/** A debit that the issuer has approved, stored so that it can be completed or reversed. */
export interface Charge {
  readonly card: Omit<Card, 'cvc'>
  readonly debited: Debited
  /** Whether the money is debited: at once, or by completing the hold. */
  readonly completed?: boolean
}

/** The charges of paid orders, by orderId; an order is charged once. */
export interface ChargeTable {
  get(orderId: string): Charge | undefined
  set(orderId: string, charge: Charge): void
}

export function buildChargeTable(store: Store): ChargeTable {
  const charges = store.table<Charge>('gateway-charges')
  return { get: (orderId) => charges.get(orderId), set: (orderId, charge) => charges.put(orderId, charge) }
}
