import type { RefundMemory, SentRefund } from '../store/refund-memory.ts'
import type { RunScript } from './ask.ts'

/** Seconds: an order is refunded within a year or so. */
const REFUND_LIFETIME = 400 * 86_400

/** The refunds of an order in Redis, for every instance that shares it, and for later ones. */
export function redisRefunds(ask: RunScript, prefix: string): RefundMemory {
  const keyOf = (orderNumber: string): readonly string[] => [`${prefix}:refunds:${orderNumber}`]
  return {
    async read(orderNumber) {
      const text = await ask(READ, keyOf(orderNumber), [])
      return typeof text === 'string' ? (JSON.parse(text) as SentRefund[]) : []
    },
    async write(orderNumber, refunds) {
      if (refunds.length) await ask(WRITE, keyOf(orderNumber), [JSON.stringify(refunds), REFUND_LIFETIME])
      else await ask(REMOVE, keyOf(orderNumber), [])
    },
  }
}

const READ = `return redis.call('GET', KEYS[1])`
const WRITE = `return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])`
const REMOVE = `return redis.call('DEL', KEYS[1])`
