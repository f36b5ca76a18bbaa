import { Refused } from '#contract/faults.ts'
import { ORDER_WINDOW, WINDOW } from '../config/limits.ts'

/** Every limit is refused in the same words: who tests cards learns nothing of which one it was. */
const refusedFor = (ms: number, work?: string): Refused =>
  new Refused('too_many_tries', undefined, undefined, Math.ceil(ms / 1000), work)

/** Nothing more of this order is sent. */
export const orderUsedUp = (): Refused => refusedFor(ORDER_WINDOW)

/** Nothing more of these people is sent until declines are forgotten, or the merchant's challenge is passed. */
export const suspected = (work?: string): Refused => refusedFor(WINDOW, work)

/** More is under way from one address than could be declined. */
export const crowded = (): Refused => refusedFor(5000)

/** What cannot be counted is not sent. */
export function storeDown(): never {
  throw new Refused('busy', 'The tries cannot be counted; nothing was sent. Try again.')
}
