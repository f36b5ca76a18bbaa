import type { Reversal } from '#contract/issuing/reversals.ts'

/** A debit that the issuer approved, and what of it has not been given back; minor units. */
export interface Taken {
  readonly pan: string
  readonly currency: number
  readonly left: number
}

const ORIGINAL_NOT_FOUND = '78'
const ALREADY_REVERSED = '79'
const ABOVE_ORIGINAL = '95'

/** Decides whether a part of a debit may go back: `00`, or why not (family: the response codes of the service). */
export function judgeReversal(taken: Taken | undefined, { cardIdentification, amount, currency }: Reversal): string {
  if (taken?.pan !== cardIdentification.cardNumber || taken?.currency !== currency) return ORIGINAL_NOT_FOUND
  if (taken.left === 0) return ALREADY_REVERSED
  return amount > taken.left ? ABOVE_ORIGINAL : '00'
}
