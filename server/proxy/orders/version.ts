import type { Try } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'

/** The progress of an attempt in each state; it never decreases. */
const steps: Readonly<Record<TryState, number>> = {
  open: 0,
  authenticating: 0,
  pending: 0,
  declined: 1,
  cancelled: 1,
  expired: 1,
  held: 2,
  paid: 3,
  verified: 3,
  reversed: 4,
  refunded: 4,
}

/** More than any amount, which has 12 digits (online gateway 4.1). */
const ABOVE = 1_000_000_000_000

/**
 * The version of an order, from its attempts at the gateway: the same in every process that reads it. Within a state a
 * hold only becomes less, and what was debited and given back more. A refund counts twice, since some gateways take it
 * off the debited amount (family).
 */
export function versionOf(tries: readonly Try[]): number {
  const { state, amount, approvedAmount = amount, depositedAmount = 0, refundedAmount = 0 } = tries.at(-1)!
  const moved = ABOVE - approvedAmount + depositedAmount + 2 * refundedAmount
  // Before a refund that is less than two amounts, and no state of a try follows one.
  return (tries.length * 10 + steps[state]) * 2 * ABOVE + moved
}
