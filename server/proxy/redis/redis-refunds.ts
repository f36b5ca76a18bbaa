import { DAY } from '#contract/time/periods.ts'
import type { RefundMemory, SentRefund } from '../store/refund-memory.ts'
import type { RunScript } from './ask.ts'
import { redisTexts } from './redis-texts.ts'

/** Milliseconds: an order is refunded within a year or so. */
const REFUND_LIFETIME = 400 * DAY

/** The refunds of an order in Redis, for every instance that shares it, and for later ones. */
export function redisRefunds(ask: RunScript, prefix: string): RefundMemory {
  const texts = redisTexts(ask, `${prefix}:refunds`)
  return {
    read: async (orderNumber) => JSON.parse((await texts.read(orderNumber)) ?? '[]') as SentRefund[],
    write: (orderNumber, refunds) =>
      refunds.length ? texts.write(orderNumber, JSON.stringify(refunds), REFUND_LIFETIME) : texts.remove(orderNumber),
  }
}
