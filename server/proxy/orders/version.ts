import type { Try, TryState } from '#contract/merchant/merchant.ts'

/** The progress of an attempt in each state; it never decreases. */
const steps: Readonly<Record<TryState, number>> = {
  open: 0,
  authenticating: 0,
  pending: 0,
  declined: 1,
  cancelled: 1,
  held: 2,
  paid: 3,
  verified: 3,
  reversed: 4,
  refunded: 4,
}

/** More than any debited and refunded amounts together: amounts have 12 digits (online gateway 4.1). */
const SUMS = 2_000_000_000_000

/** The version of an order, from its attempts at the gateway: the same in every process that reads it. */
export function versionOf(tries: readonly Try[]): number {
  const { state, depositedAmount = 0, refundedAmount = 0 } = tries.at(-1)!
  return (tries.length * 10 + steps[state]) * SUMS + depositedAmount + refundedAmount
}
