import type { Debited } from '#contract/issuing/debits.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Card } from '../payments/card-data.ts'

/** A debit that the issuer has approved, kept so that its money can be completed and go back. */
export interface Charge {
  readonly card: Omit<Card, 'cvc'>
  readonly debited: Debited
  /** Debited, at once or as the hold that it was. */
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
