import type { AuthenticationStore } from '../external-three-ds/authentication-store.ts'
import type { RunScript } from './ask.ts'

/** Texts in Redis under keys that begin with `prefix`, for every instance that shares it. */
export function redisTexts(ask: RunScript, prefix: string): AuthenticationStore {
  const keyOf = (key: string): readonly string[] => [`${prefix}:${key}`]
  return {
    async read(key) {
      const text = await ask(READ, keyOf(key), [])
      return typeof text === 'string' ? text : undefined
    },
    write: async (key, text, ttlMs) => void (await ask(WRITE, keyOf(key), [text, Math.max(1, Math.ceil(ttlMs))])),
    remove: async (key) => void (await ask(REMOVE, keyOf(key), [])),
  }
}

const READ = `return redis.call('GET', KEYS[1])`
const WRITE = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`
const REMOVE = `return redis.call('DEL', KEYS[1])`
