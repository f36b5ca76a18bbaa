import type { Debited } from '#contract/issuing/cards.ts'
import type { Card } from './card-data.ts'

/** A debit that the issuer has approved, kept so that its money can go back. */
export interface Charge {
  readonly card: Omit<Card, 'cvc'>
  readonly debited: Debited
}

/** The charges of paid orders, by orderId; an order is charged once. */
export type ChargeBook = Map<string, Charge>
