import type { Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import { lineOf } from '../http/log.ts'
import { readPaid } from '../orders/order.ts'
import type { Parts } from '../parts.ts'
import { isHeldBack } from './current-notice.ts'
import type { Finding } from './follow-up.ts'
import { inTurn } from '../locks/serialize-by-key.ts'
import { memoryOf } from './memory.ts'
import { throttled } from './throttle.ts'

/** What is done about a hint that an order may have changed; whoever gives it, the gateway's status alone decides. */
export interface OrderWatcher {
  /** Reads the order and tells the merchant how it stands; false when that did not succeed. Never rejects. */
  hear(orderNumber: string): Promise<boolean>
  /** The same, and says how the order was found. */
  find(orderNumber: string): Promise<Finding>
  /** The same in the background for what a shopper is shown, once per state that was told. */
  shown(outcome: Outcome): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/** States in which a shopper's payment has come to something. */
const final: ReadonlySet<Outcome['state']> = new Set(['paid', 'held', 'verified', 'refunded', 'declined', 'cancelled'])

/** Outcomes that need not be looked at again. */
const REMEMBERED = 10_000

/** Milliseconds between two reads of one order for hints: a flood of them costs the gateway one read a second. */
export const PACE = 1000

export function buildOrderWatcher(parts: Parts): OrderWatcher {
  const done = memoryOf(REMEMBERED)
  const underWay = new Set<Promise<unknown>>()
  const pace = throttled(parts.clock, PACE)
  const read = inTurn(async (orderNumber) => {
    await pace(orderNumber)
    return readAndTell(parts, orderNumber)
  })
  const find = (orderNumber: string): Promise<Finding> => {
    const work = read(orderNumber)
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }
  const hear = async (orderNumber: string): Promise<boolean> => {
    const { state, isNotified } = await find(orderNumber)
    return state !== 'unknown' && isNotified
  }
  return {
    hear,
    find,
    shown({ state, orderNumber, orderId }) {
      const key = [orderNumber, orderId, state].join('\n')
      if (!final.has(state) || orderId === undefined || done.has(key)) return
      void hear(orderNumber).then((isTold) => isTold && done.add(key))
    },
    async settled() {
      while (underWay.size) await Promise.all(underWay)
    },
  }
}

async function readAndTell(parts: Parts, order: string): Promise<Finding> {
  try {
    const reading = await readPaid(parts, order)
    const { state } = reading.order
    // What cannot be told yet is told when the gateway repeats its callback.
    const isNotified = !isHeldBack(reading) && (await parts.notices.tell(reading.order))
    parts.log.info({ op: 'notice', order, state, ...(!isNotified && { code: 'not taken' }) })
    return { state, isNotified }
  } catch (error) {
    parts.log.error({ op: 'notice', order, ...(error instanceof Refused ? { code: error.code } : lineOf(error)) })
    return isUnknown(error) ? { state: 'unknown', isNotified: true } : { isNotified: false }
  }
}

const isUnknown = (error: unknown): boolean => error instanceof Refused && error.code === 'order_unknown'
