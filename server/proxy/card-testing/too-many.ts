import { Refused } from '#contract/faults.ts'
import { ORDER_WINDOW, WINDOW } from '../config/limits.ts'

/** All limits give the same refusal, so that a card tester does not learn which one was reached. */
const refusedFor = (ms: number, work?: string): Refused =>
  new Refused('too_many_tries', undefined, undefined, Math.ceil(ms / 1000), work)

/** The refusal of an order that is over its limits. */
export const orderUsedUp = (): Refused => refusedFor(ORDER_WINDOW)

/** The refusal of a suspect, until its declines expire or it passes the challenge. */
export const suspected = (work?: string): Refused => refusedFor(WINDOW, work)

/** The refusal when too many tries from one address are in progress, all of which could be declined. */
export const crowded = (): Refused => refusedFor(5000)

/** Throws `busy`: a try that cannot be counted is not sent. */
export function storeDown(): never {
  throw new Refused('busy', 'The tries cannot be counted; nothing was sent. Try again.')
}
