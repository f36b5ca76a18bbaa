import type { Outcome } from '#contract/checkout.ts'
import type { Context } from '../handlers.ts'
import type { Parts } from '../parts.ts'
import { ORDER_WINDOW } from './limits.ts'
import type { Limiters } from './limiters.ts'

/** Counts what comes of tries. */
export interface Counts {
  /** What a try that was sent was answered with; `mark` is that of what was sealed. */
  tried(context: Context, outcome: Outcome, mark: string): Promise<void>
  /** What somebody reads of an order, which the bank may have decided after the try was answered. */
  read(context: Context, outcome: Outcome): Promise<void>
}

const came: ReadonlySet<Outcome['state']> = new Set(['paid', 'held', 'verified', 'refunded'])
const waits: ReadonlySet<Outcome['state']> = new Set(['authenticate', 'pending'])

export function buildCounts({ tallies }: Parts, { tries, haste, declines, ratio, addressOf }: Limiters): Counts {
  const decided = async ({ state }: Outcome): Promise<void> => {
    // A challenge is left by honest shoppers too.
    if (state !== 'cancelled') await ratio.note(state === 'declined')
  }
  return {
    async tried(context, outcome, mark) {
      const { state, orderNumber, orderId = '' } = outcome
      if (state === 'declined') await declines.note(addressOf(context), `${orderId} ${mark}`)
      if (came.has(state)) await Promise.all([tries.forget(orderNumber, mark), haste.forget(orderNumber)])
      if (waits.has(state)) return void (await tallies.add(undecided(orderNumber), orderId, ORDER_WINDOW))
      await tallies.remove(undecided(orderNumber), orderId)
      await decided(outcome)
    },
    async read(context, outcome) {
      const { state, orderNumber, orderId } = outcome
      if (state === 'open' || waits.has(state) || orderId === undefined) return
      if (!(await tallies.remove(undecided(orderNumber), orderId))) return
      if (!came.has(state)) await declines.note(addressOf(context), orderId)
      await decided(outcome)
    },
  }
}

const undecided = (orderNumber: string): string => `undecided of ${orderNumber}`
