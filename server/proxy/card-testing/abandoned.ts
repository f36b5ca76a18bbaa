import type { Clock } from '#contract/ports.ts'
import type { Context } from '../handlers.ts'

/** A challenge of the shopper's bank that a try has led to. */
export interface BankChallenge {
  readonly context: Context
  readonly orderNumber: string
  readonly orderId: string
}

/** Challenges that were begun in this process and may have been abandoned. */
export interface BankChallenges {
  begun(challenge: BankChallenge): void
  /** Takes out those that nobody can be expected to finish: their time is over, or the order has had another try since. */
  takeAbandoned(latest?: { readonly orderNumber: string; readonly orderId: string }): readonly BankChallenge[]
}

/** Milliseconds that a shopper has for a challenge; access control servers give five to ten minutes. */
const TIME = 600_000

/** Beyond these the oldest are forgotten, so that what is kept does not grow. */
const MOST = 5000

export function buildBankChallenges({ now }: Clock): BankChallenges {
  /** By the order's identifier; the oldest stand first. */
  const open = new Map<string, BankChallenge & { readonly until: number }>()
  return {
    begun(challenge) {
      open.delete(challenge.orderId)
      open.set(challenge.orderId, { ...challenge, until: now() + TIME })
      if (open.size > MOST) open.delete(open.keys().next().value!)
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
