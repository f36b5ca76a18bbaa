import type { Clock } from '#contract/ports.ts'
import { memoryCounters } from '../card-testing/counters.ts'
import { memoryAuthentications } from '../external-three-ds/authentication-store.ts'
import { memoryLocks } from '../locks/lock-store.ts'
import type { RedisStores } from '../redis/redis-store.ts'
import { memoryRefunds } from '../store/refund-memory.ts'

type Store = ReturnType<RedisStores['storeFor']>

/** What is kept of each merchant in this process, where it outlives the app of a changed one. */
export function memoryStores(clock: Clock): RedisStores {
  const stores = new Map<string, Store>()
  const begin = (): Store => ({
    locks: { ...memoryLocks(clock), refunds: memoryRefunds() },
    counters: memoryCounters(clock),
    authentications: memoryAuthentications(clock),
  })
  return {
    storeFor(publicUrl) {
      const store = stores.get(publicUrl) ?? begin()
      stores.set(publicUrl, store)
      return store
    },
    close() {},
  }
}
