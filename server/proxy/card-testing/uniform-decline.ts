import type { Outcome } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'

/** A decline without information about the card: all of them look the same. */
export function uniformDecline(outcome: Outcome): Outcome {
  if (outcome.state !== 'declined') return outcome
  const { code: _, kind: __, ...outcomes } = outcome
  return { ...outcomes, reason: outcome.again ? 'bank_declined' : 'attempts_used_up' }
}

/** Milliseconds; a decline is returned after a multiple of them, so that its timing reveals nothing either. */
const STEP = 3000

/** Waits until the next step since `begun`, Unix milliseconds. */
export const evenly = ({ now, sleep }: Clock, begun: number): Promise<void> => sleep(STEP - ((now() - begun) % STEP))
