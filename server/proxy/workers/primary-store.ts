import type { Clock, Random } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'
import { memoryLocks } from '../locks/lock-store.ts'
import { lockTable } from '../locks/lock-table.ts'
import { memoryCounters } from '../card-testing/counters.ts'
import { isQuestions, type Answers, type Channel, type StoreOperation, type Value } from './channel.ts'

/** Locks and counters in the primary process, for its workers. */
export interface PrimaryStore {
  /** Answers what a worker asks, until it ends; the locks that it took are kept. */
  serve(worker: Channel): void
}

type Operation = (...values: readonly Value[]) => boolean | Promise<number | boolean | void>

/**
 * The store exists as long as the primary process, which does nothing but hold it. A worker that ends may have sent a
 * payment, so that its locks last until they expire, as those of an ended process in Redis do.
 */
export function primaryStore({ clock, random }: { readonly clock: Clock; readonly random: Random }): PrimaryStore {
  const [locks, counters] = [memoryLocks(clock), memoryCounters(clock)]
  const registered = lockTable((count) => random.bytes(count))
  const begun = steadyOf(clock)
  const operations: Readonly<Record<StoreOperation, Operation>> = {
    take: (key, nonce, lockTtlMs) => locks.take(String(key), String(nonce), Number(lockTtlMs)),
    release: (key, nonce) => locks.release(String(key), String(nonce)),
    isTaken: (key) => locks.isTaken(String(key)),
    async note(number, agoMs, keepMs) {
      const now = steadyOf(clock)
      if (now - Number(agoMs) > begun) registered.add(String(number), '', now + Number(keepMs), now)
    },
    isNoted: async (number) => registered.isHeld(String(number), steadyOf(clock)),
    add: (key, member, windowMs) => counters.add(String(key), String(member), Number(windowMs)),
    count: (key) => counters.count(String(key)),
    remove: (key, member) => counters.remove(String(key), String(member)),
    check: async () => {},
  }
  return {
    serve(worker) {
      worker.receive((message) => {
        if (!isQuestions(message)) return
        // Each call is carried out here and now; only its result comes with the next turn.
        const results = message.tenderAsks.map(async ([id, operation, values]) => {
          const result = await operations[operation](...values)
          return [id, result ?? undefined] as const
        })
        void Promise.all(results).then((tenderAnswers) =>
          answer(worker, { tenderAnswers, age: steadyOf(clock) - begun }),
        )
      })
    },
  }
}

function answer(worker: Channel, answers: Answers): void {
  try {
    worker.send(answers)
  } catch {
    // The worker has ended; its locks stay.
  }
}
