import { ProxyError } from '#contract/proxy-errors.ts'
import { ORDER_WINDOW, WINDOW } from '../config/limits.ts'

/** The limit that was reached: of an order, of an address, of the merchant's share of declines, or of tries at once. */
export const reachedLimits = ['order', 'address', 'merchant', 'concurrent'] as const

export type ReachedLimit = (typeof reachedLimits)[number]

/**
 * All limits give the same refusal, so that a card tester does not learn which one was reached; only the metrics
 * distinguish them.
 */
export class TooManyTries extends ProxyError {
  readonly limit: ReachedLimit
  constructor(limit: ReachedLimit, ms: number, work?: string) {
    super('too_many_tries', undefined, undefined, Math.ceil(ms / 1000), work)
    this.limit = limit
  }
}

/** The refusal of an order that is over its limits. */
export const orderUsedUp = (): ProxyError => new TooManyTries('order', ORDER_WINDOW)

/** The refusal of a suspect, until its declines expire or it passes the challenge. */
export const suspected = (limit: ReachedLimit, work?: string): ProxyError => new TooManyTries(limit, WINDOW, work)

/** The refusal when too many tries from one address are in progress, all of which could be declined. */
export const tooManyAtOnce = (): ProxyError => new TooManyTries('concurrent', 5000)

/** Throws `busy`: a try that cannot be counted is not sent. */
export function storeDown(): never {
  throw new ProxyError('busy', 'The tries cannot be counted; nothing was sent. Try again.')
}
