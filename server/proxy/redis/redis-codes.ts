import type { CodeMemory, LiveCode } from '../store/code-memory.ts'
import type { RunScript } from './ask.ts'
import { lockKey } from './redis-locks.ts'

/** The codes that may still be paid, in Redis, for every instance that shares it, and for later ones. */
export function redisCodes(ask: RunScript, prefix: string): CodeMemory {
  const request = (script: string, orderNumber: string, ...values: (string | number)[]): Promise<unknown> =>
    ask(script, [`${prefix}:code:${orderNumber}`, lockKey(prefix, orderNumber)], values)
  return {
    async read(orderNumber) {
      const text = await request(READ, orderNumber)
      return typeof text === 'string' ? (JSON.parse(text) as LiveCode) : undefined
    },
    async write(orderNumber, { nonce, ...code }, keepMs) {
      const text = JSON.stringify({ ...code, nonce })
      return (await request(WRITE, orderNumber, nonce, text, Math.max(1, Math.ceil(keepMs)))) === 1
    },
    forget: async (orderNumber, { nonce }) => void (await request(FORGET, orderNumber, nonce)),
  }
}

const READ = `return redis.call('HGET', KEYS[1], 'code')`

const WRITE = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('HSET', KEYS[1], 'nonce', ARGV[1], 'code', ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`

const FORGET = `return redis.call('HGET', KEYS[1], 'nonce') == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`
