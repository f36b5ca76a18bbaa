import type { Clock } from '#contract/ports.ts'
import { AUTHENTICATION_LIFETIME } from '#contract/three-ds/time-limits.ts'
import type { RequestContext } from '../request-context.ts'
import { LimitedMap } from '../store/limited-map.ts'

/** A 3-D Secure challenge of the shopper's bank that a try has started. */
export interface BankChallenge {
  readonly context: RequestContext
  readonly orderNumber: string
  readonly orderId: string
}

/** Challenges that this process has started and that may have been abandoned. */
export interface BankChallenges {
  begun(challenge: BankChallenge): void
  /**
   * Removes and returns those that are unlikely to be finished: their time is over, or the order has had another try
   * since.
   */
  takeAbandoned(latest?: { readonly orderNumber: string; readonly orderId: string }): readonly BankChallenge[]
}

/** Most challenges of one process. */
const MAX_CHALLENGES = 5000

export function buildBankChallenges({ now }: Clock): BankChallenges {
  /** By `orderId`, oldest first. */
  const open = new LimitedMap<string, BankChallenge & { readonly until: number }>(MAX_CHALLENGES)
  return {
    begun(challenge) {
      open.set(challenge.orderId, { ...challenge, until: now() + AUTHENTICATION_LIFETIME })
    },
    takeAbandoned(latest) {
      const isLeft = (one: BankChallenge): boolean =>
        one.orderNumber === latest?.orderNumber && one.orderId !== latest.orderId
      const abandoned = [...open.values()].filter((one) => one.until <= now() || isLeft(one))
      for (const one of abandoned) open.delete(one.orderId)
      return abandoned
    },
  }
}
