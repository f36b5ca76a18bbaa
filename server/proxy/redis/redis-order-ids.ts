import type { OrderIds } from '../store/order-ids.ts'
import type { RunScript } from './ask.ts'

/** Seconds: an order is refunded within a year or so. */
const ORDER_ID_LIFETIME = 400 * 86_400

/** The orderIds of an order's numbers in Redis, for every instance that shares it, and for later ones. */
export function redisOrderIds(ask: RunScript, prefix: string): OrderIds {
  const request = (script: string, number: string, ...values: string[]): Promise<unknown> =>
    ask(script, [`${prefix}:order-id:${number}`], [...values, ORDER_ID_LIFETIME])
  return {
    async read(number) {
      const read = await request(READ, number)
      return read === null ? undefined : String(read)
    },
    begin: async (number) => void (await request(BEGIN, number)),
    note: async (number, orderId) => void (await request(NOTE, number, orderId)),
    forget: async (number) => void (await request(FORGET, number)),
  }
}

const READ = `return redis.call('GET', KEYS[1])`

const BEGIN = `return redis.call('SET', KEYS[1], '', 'NX', 'EX', ARGV[1]) and 1 or 0`

const NOTE = `return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) and 1 or 0`

const FORGET = `return redis.call('GET', KEYS[1]) == '' and redis.call('DEL', KEYS[1]) or 0`
